import { access, constants } from 'node:fs/promises';
import path from 'node:path';

/** The full path of a program that a shell would find, or undefined. */
export async function onPath(name: string): Promise<string | undefined> {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  for (const folder of folders) {
    const file = path.join(folder, name);
    if (await isExecutable(file)) return file;
  }
  return undefined;
}

export function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
