import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { constants, copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { Blobs, ListedBlob } from './blobs.ts';
import { partsOfKey } from './key.ts';

/** The folder of files that are still being written. */
const drafts = 'drafts';
/** Far beyond the time that a write takes. */
const abandonedAfterMs = 60 * 60_000;

/**
 * Blobs as files of one folder, which all processes of the service must see: `<area>/<two digits of a hash>/<name>`,
 * readable by its owner only. A file is written elsewhere, flushed, then renamed; one that need not last is only renamed.
 */
export function createFolderBlobs({ folder }: { readonly folder: string }): Blobs {
  const lasting = new Set<string>();

  /** Once for each folder and process, because another one may have made it and crashed before it was flushed. */
  async function makeLasting(part: string): Promise<void> {
    await mkdir(part, { recursive: true, mode: 0o700 });
    if (lasting.has(part)) return;
    for (let made = part; made !== folder; made = path.dirname(made)) await flushFolder(path.dirname(made));
    lasting.add(part);
  }

  return {
    async put(key, content) {
      const target = fileOf(folder, key);
      const draft = await newDraft(folder);
      await makeLasting(path.dirname(target));
      try {
        const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
        await pipeline(Readable.fromWeb(content.stream()), file);
        await rename(draft, target);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await flushFolder(path.dirname(target));
    },
    async putFile(key, source) {
      await moveInto(folder, source, fileOf(folder, key));
    },
    async get(key) {
      const file = await open(fileOf(folder, key)).catch(ignoreMissing);
      if (file === undefined) return undefined;
      const { size } = await file.stat();
      return { stream: createReadStream('', { fd: file }), sizeBytes: size };
    },
    async getFile(key, target) {
      return await linkOrCopy(fileOf(folder, key), target);
    },
    async delete(key) {
      await rm(fileOf(folder, key), { force: true });
    },
    async *list(area) {
      await removeDrafts(path.join(folder, drafts), Date.now() - abandonedAfterMs);
      for (const part of await namesIn(path.join(folder, area)))
        yield* filesOf(area, path.join(folder, area, part));
    },
  };
}

function fileOf(folder: string, key: string): string {
  const { area, name } = partsOfKey(key);
  const part = createHash('sha256').update(key).digest('hex').slice(0, 2);
  return path.join(folder, area, part, encodeURIComponent(name));
}

async function* filesOf(area: string, folder: string): AsyncGenerator<ListedBlob> {
  for (const name of await namesIn(folder)) {
    const entry = await stat(path.join(folder, name)).catch(ignoreMissing);
    if (entry) yield { key: `${area}/${decodeURIComponent(name)}`, storedAtMs: entry.mtimeMs };
  }
}

/** A crash leaves the draft of what was being written. */
async function removeDrafts(folder: string, beforeMs: number): Promise<void> {
  for (const name of await namesIn(folder)) {
    const entry = await stat(path.join(folder, name)).catch(ignoreMissing);
    if (entry && entry.mtimeMs < beforeMs) await rm(path.join(folder, name), { force: true });
  }
}

async function newDraft(folder: string): Promise<string> {
  await mkdir(path.join(folder, drafts), { recursive: true, mode: 0o700 });
  return path.join(folder, drafts, randomUUID());
}

async function moveInto(folder: string, source: string, target: string): Promise<void> {
  try {
    await renameInto(source, target);
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
    const draft = await newDraft(folder);
    await copyFile(source, draft);
    await renameInto(draft, target);
    await rm(source, { force: true });
  }
}

/** The folder of the target is made when it is missing, which is seldom. */
async function renameInto(source: string, target: string): Promise<void> {
  try {
    await rename(source, target);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await rename(source, target);
  }
}

/** Not every file system has links, and none to another disk. False where there is no source. */
async function linkOrCopy(source: string, target: string): Promise<boolean> {
  try {
    await link(source, target).catch(async (error: unknown) => {
      if (codeOf(error) === 'EEXIST' || codeOf(error) === 'ENOENT') throw error;
      await copyFile(source, target, constants.COPYFILE_EXCL);
    });
    return true;
  } catch (error) {
    ignoreMissing(error);
    return false;
  }
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const namesIn = async (folder: string) => (await readdir(folder).catch(ignoreMissing)) ?? [];

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** Another process may delete at the same time. */
function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}
