import { existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Blobs } from '#blobs/blobs.ts';
import { createFolderBlobs } from '#blobs/folder.ts';
import { openBlobs } from '#blobs/open.ts';
import { readConfig } from '#platform/config.ts';
import { s3Command, startS3Server } from '#test/support/s3-server.ts';
import { folderOfFile, temporaryFolder } from '#test/support/temporary-folder.ts';

const folder = folderOfFile('blobs-');
const bytes = (...values: number[]) => new Blob([Uint8Array.from(values)]);

async function read(blobs: Blobs, key: string) {
  const found = await blobs.get(key);
  if (found === undefined) return undefined;
  const content = await buffer(found.stream);
  expect(found.sizeBytes).toBe(content.length);
  return [...content];
}
const keysOf = async (blobs: Blobs, area: string) =>
  (await Array.fromAsync(blobs.list(area), ({ key }) => key)).toSorted();

const newPath = async () => path.join(await temporaryFolder('blobs-files-'), 'file');
async function fileWith(...values: number[]): Promise<string> {
  const file = await newPath();
  await writeFile(file, Uint8Array.from(values), { mode: 0o600 });
  return file;
}

/** The promises of both stores. */
function promises(open: () => Blobs): void {
  it('gives back what was put, byte for byte', async () => {
    await open().put('a/bytes', bytes(0, 10, 13, 255));
    expect(await read(open(), 'a/bytes')).toEqual([0, 10, 13, 255]);
  });

  it('keeps an empty blob', async () => {
    await open().put('a/empty', bytes());
    expect(await read(open(), 'a/empty')).toEqual([]);
  });

  it('replaces what was there', async () => {
    await open().put('a/replaced', bytes(1, 2, 3));
    await open().put('a/replaced', bytes(4));
    expect(await read(open(), 'a/replaced')).toEqual([4]);
  });

  it('takes a file over and gives it to a path, byte for byte', async () => {
    const [source, target] = [await fileWith(0, 10, 255), await newPath()];
    await open().putFile('a/file', source);
    await expect(stat(source)).rejects.toThrow('ENOENT');
    expect(await read(open(), 'a/file')).toEqual([0, 10, 255]);
    expect(await open().getFile('a/file', target)).toBe(true);
    expect([...(await readFile(target))]).toEqual([0, 10, 255]);
    expect((await stat(target)).mode & 0o077).toBe(0);
  });

  it('a file that is given stays as it is when the blob is replaced or deleted', async () => {
    const target = await newPath();
    await open().putFile('a/given', await fileWith(1));
    await open().getFile('a/given', target);
    await open().putFile('a/given', await fileWith(2));
    expect(await read(open(), 'a/given')).toEqual([2]);
    await open().delete('a/given');
    expect([...(await readFile(target))]).toEqual([1]);
  });

  it('gives no file of what was never put, and none in the place of another', async () => {
    const target = await newPath();
    expect(await open().getFile('a/never', target)).toBe(false);
    await expect(stat(target)).rejects.toThrow('ENOENT');
    await open().put('a/there', bytes(1));
    const taken = await fileWith(2);
    await expect(open().getFile('a/there', taken)).rejects.toThrow('EEXIST');
    expect([...(await readFile(taken))]).toEqual([2]);
  });

  it('keeps several megabytes', async () => {
    const content = Buffer.alloc(6_000_000, 'reveille');
    await open().put('a/large', new Blob([content]));
    const found = await open().get('a/large');
    expect((await buffer(found!.stream)).equals(content)).toBe(true);
  });

  it('knows nothing of a key that was never put', async () => {
    expect(await open().get('a/never')).toBeUndefined();
  });

  it('gives back nothing of what was deleted, which may be done twice', async () => {
    await open().put('a/deleted', bytes(1));
    await open().delete('a/deleted');
    await open().delete('a/deleted');
    expect(await read(open(), 'a/deleted')).toBeUndefined();
  });

  it('lists each blob of an area with the moment it was stored, and none of another', async () => {
    const before = Date.now();
    const names = ['one', 'deeper/two', 'deeper/three.json', 'UPPER_and-lower'];
    for (const name of names) await open().put(`listed/${name}`, bytes(1));
    await open().put('others/one', bytes(1));
    expect(await keysOf(open(), 'listed')).toEqual(names.map((name) => `listed/${name}`).toSorted());
    // S3 tells whole seconds.
    for await (const { storedAtMs } of open().list('listed'))
      expect(storedAtMs).toBeGreaterThan(before - 2_000);
    expect(await keysOf(open(), 'nowhere')).toEqual([]);
  });

  it.each(['', 'a', 'a/', '/a', 'a/../b', 'a/.', 'a//b', 'A/b', 'a/b c', 'a/b%2fc', `a/${'b'.repeat(200)}`])(
    'takes no key %j',
    async (key) => {
      const problem = 'Not the key of a blob.';
      await expect(open().put(key, bytes(1))).rejects.toThrow(problem);
      await expect(open().get(key)).rejects.toThrow(problem);
      await expect(open().delete(key)).rejects.toThrow(problem);
      await expect(open().getFile(key, await newPath())).rejects.toThrow(problem);
      await expect(open().putFile(key, await fileWith(1))).rejects.toThrow(problem);
    },
  );
}

describe('in a folder', () => {
  promises(() => createFolderBlobs({ folder: path.join(folder(), 'blobs') }));

  it('blobs are readable by their owner only', async () => {
    const root = await temporaryFolder('blobs-modes-');
    const blobs = createFolderBlobs({ folder: path.join(root, 'blobs') });
    await blobs.put('a/b', bytes(1));
    const names = await readdir(root, { recursive: true });
    expect(names.length).toBeGreaterThan(3);
    for (const name of names) expect((await stat(path.join(root, name))).mode & 0o077).toBe(0);
  });

  it('a blob that could not be written whole does not exist, and leaves nothing behind', async () => {
    const root = await temporaryFolder('blobs-broken-');
    const blobs = createFolderBlobs({ folder: root });
    const broken = {
      stream: () =>
        new ReadableStream({
          start: (controller) => controller.enqueue(Uint8Array.from([1])),
          pull: (controller) => controller.error(new Error('the disk of the upload is gone')),
        }),
    } as unknown as Blob;
    await expect(blobs.put('a/b', broken)).rejects.toThrow('the disk of the upload is gone');
    expect(await blobs.get('a/b')).toBeUndefined();
    expect(await readdir(path.join(root, 'drafts'))).toEqual([]);
  });

  const otherDisk = '/dev/shm';
  const isOther = existsSync(otherDisk) && statSync(otherDisk).dev !== statSync(tmpdir()).dev;
  it.skipIf(!isOther)('files come from another disk and go to one', async () => {
    const [root, away] = [await temporaryFolder('blobs-disks-'), await mkdtemp(`${otherDisk}/blobs-`)];
    try {
      const blobs = createFolderBlobs({ folder: root });
      await writeFile(path.join(away, 'in'), 'abc');
      await blobs.putFile('a/b', path.join(away, 'in'));
      expect(await blobs.getFile('a/b', path.join(away, 'out'))).toBe(true);
      expect(await blobs.getFile('a/none', path.join(away, 'none'))).toBe(false);
      expect(await readFile(path.join(away, 'out'), 'utf8')).toBe('abc');
      expect(await readdir(away)).toEqual(['out']);
      expect(await readdir(path.join(root, 'drafts'))).toEqual([]);
    } finally {
      await rm(away, { recursive: true });
    }
  });

  it('a list removes drafts that a crash left an hour ago, and no others', async () => {
    const root = await temporaryFolder('blobs-drafts-');
    const drafts = path.join(root, 'drafts');
    await mkdir(drafts);
    for (const name of ['left', 'under-way']) await writeFile(path.join(drafts, name), 'half');
    await utimes(path.join(drafts, 'left'), new Date(0), new Date(0));
    expect(await keysOf(createFolderBlobs({ folder: root }), 'jobs')).toEqual([]);
    expect(await readdir(drafts)).toEqual(['under-way']);
  });

  it('is below the data folder where no bucket is set', async () => {
    const dataDir = await temporaryFolder('blobs-default-');
    await openBlobs(readConfig({ DATA_DIR: dataDir })).put('a/b', bytes(1));
    expect(await read(createFolderBlobs({ folder: path.join(dataDir, 'blobs') }), 'a/b')).toEqual([1]);
  });
});

describe.skipIf(s3Command === undefined)('in a bucket of a real S3 server', () => {
  let server: Awaited<ReturnType<typeof startS3Server>>;
  beforeAll(async () => {
    server = await startS3Server(path.join(folder(), 's3'));
  });
  afterAll(() => server[Symbol.asyncDispose]());
  const open = (url = server.url) => openBlobs(readConfig({ BLOBS_URL: url }));

  promises(() => open());

  it('the object has the name of the key', async () => {
    await open().put('a/named/object', bytes(104, 105));
    expect(await readFile(path.join(server.folder, 'a/named/object'), 'utf8')).toBe('hi');
  });

  it('a list goes on beyond the thousand that one answer holds', async () => {
    const directory = path.join(server.folder, 'many');
    await mkdir(directory);
    const names = Array.from({ length: 1_100 }, (_, n) => String(n));
    for (const name of names) await writeFile(path.join(directory, name), '');
    expect(await keysOf(open(), 'many')).toEqual(names.map((name) => `many/${name}`).toSorted());
  });

  it('a wrong secret is an error in every call, which does not tell the right one', async () => {
    const wrong = open(server.url.replace(server.secretAccessKey, 'wrong'));
    const calls = [
      () => wrong.put('a/b', bytes(1)),
      () => wrong.get('a/b'),
      () => wrong.delete('a/b'),
      () => keysOf(wrong, 'a'),
    ];
    for (const call of calls) {
      const error = await call().then(
        () => undefined,
        (failure: unknown) => failure,
      );
      expect(error).toBeInstanceOf(Error);
      expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(server.secretAccessKey);
    }
  });

  it('a bucket that does not exist is an error where blobs are stored or listed', async () => {
    const none = open(server.url.replace('/bucket?', '/none?'));
    await expect(none.put('a/b', bytes(1))).rejects.toThrow('NoSuchBucket');
    await expect(keysOf(none, 'a')).rejects.toThrow('bucket');
  });
});
