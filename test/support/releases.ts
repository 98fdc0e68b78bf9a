import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'test/releases');

const inOrder = (a: string, b: string) => a.localeCompare(b, undefined, { numeric: true });

/** The release of this code, as package.json names it. */
export async function currentRelease(): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

/** Every release that left something, the oldest first: `test/releases/<release>/`. */
export const releases = async (): Promise<readonly string[]> => (await readdir(folder)).toSorted(inOrder);

/** Those before the current one. */
export async function earlierReleases(): Promise<readonly string[]> {
  const current = await currentRelease();
  return (await releases()).filter((release) => inOrder(release, current) < 0);
}

export const fileOfRelease = (release: string, ...names: readonly string[]) =>
  path.join(folder, release, ...names);

export async function readOfRelease<Content>(release: string, name: string): Promise<Content> {
  return JSON.parse(await readFile(fileOfRelease(release, name), 'utf8')) as Content;
}

/** The histories that a release saved, by kind. */
export async function historiesOf(
  release: string,
): Promise<ReadonlyMap<string, { events: Record<string, unknown>[] }>> {
  const files = (await readdir(fileOfRelease(release, 'histories'))).toSorted();
  return new Map(
    await Promise.all(
      files.map(
        async (file) =>
          [file.replace('.history.json', ''), await readOfRelease(release, path.join('histories', file))] as [
            string,
            { events: Record<string, unknown>[] },
          ],
      ),
    ),
  );
}
