import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { Blobs, ListedBlob } from './blobs.ts';
import { partsOfKey } from './key.ts';

/** What is still being written. */
const drafts = 'drafts';
/** Far beyond the time that a write takes. */
const abandonedAfterMs = 60 * 60_000;

/**
 * Blobs as files of one folder, which all processes of the service must see: `<area>/<two digits of a hash>/<name>`,
 * readable by its owner only. A file is written elsewhere, flushed, then renamed.
 */
export function createFolderBlobs({ folder }: { readonly folder: string }): Blobs {
  return {
    async put(key, content) {
      const target = fileOf(folder, key);
      const draft = path.join(folder, drafts, randomUUID());
      await mkdir(path.dirname(draft), { recursive: true, mode: 0o700 });
      await makeLasting(folder, path.dirname(target));
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
    async get(key) {
      const file = await open(fileOf(folder, key)).catch(ignoreMissing);
      if (file === undefined) return undefined;
      const { size } = await file.stat();
      return { stream: createReadStream('', { fd: file }), sizeBytes: size };
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

/** Makes a folder below another one that exists still after a power cut. */
async function makeLasting(root: string, folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made !== root; made = path.dirname(made)) await flushFolder(path.dirname(made));
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

/** Another process may delete at the same time. */
function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
