import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';

import { expect, test } from 'vitest';

import { overlayBlobs } from '#bin/drill/overlaid-blobs.ts';
import { serveBlobs } from '#bin/drill/serve-blobs.ts';
import type { Blobs } from '#blobs/blobs.ts';
import { createFolderBlobs } from '#blobs/folder.ts';
import { createS3Blobs } from '#blobs/s3.ts';
import { blobsUrl } from '#platform/blobs-url.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { s3Command, startS3Server } from '#test/support/s3-server.ts';

async function textOf(blobs: Blobs, key: string): Promise<string | undefined> {
  const blob = await blobs.get(key);
  return blob && (await buffer(blob.stream)).toString();
}

async function keysOf(blobs: Pick<Blobs, 'list'>): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { key } of blobs.list('archive')) keys.push(key);
  return keys.toSorted();
}

test.skipIf(s3Command === undefined)(
  'a bucket is read behind what was written, and neither written nor emptied',
  async () => {
    const folder = await temporaryFolder('drill-blobs-');
    const s3Folder = path.join(folder, 's3');
    await mkdir(s3Folder, { recursive: true });
    await using server = await startS3Server(s3Folder);
    const bucket = createS3Blobs(blobsUrl.parse(server.url));
    const many = Array.from({ length: 1_100 }, (_, n) => `archive/many/${n}`);
    for (const key of ['archive/a/one', 'archive/a/two', ...many])
      await bucket.put(key, new Blob([`of the bucket: ${key}`]));
    const before = await keysOf(bucket);
    const { blobs, deleted } = overlayBlobs(bucket, createFolderBlobs({ folder: path.join(folder, 'own') }));
    const served = await serveBlobs(blobs);
    try {
      const seen = createS3Blobs(blobsUrl.parse(served.url));
      await seen.put('archive/a/two', new Blob(['written']));
      await seen.put('archive/b/three', new Blob(['']));
      await seen.delete('archive/a/one');
      await seen.delete('archive/a/none');
      expect(await textOf(seen, 'archive/a/one')).toBeUndefined();
      expect(await textOf(seen, 'archive/a/two')).toBe('written');
      expect(await textOf(seen, 'archive/b/three')).toBe('');
      expect(await textOf(seen, 'archive/many/7')).toBe('of the bucket: archive/many/7');
      const expected = [...many, 'archive/a/two', 'archive/b/three'].toSorted();
      expect(await keysOf(seen)).toEqual(expected);
      expect([...deleted]).toEqual(['archive/a/one', 'archive/a/none']);
      await seen.put('archive/a/one', new Blob(['again']));
      expect(await textOf(seen, 'archive/a/one')).toBe('again');
    } finally {
      await served.close();
    }
    expect(await keysOf(bucket)).toEqual(before);
    expect(await textOf(bucket, 'archive/a/two')).toBe('of the bucket: archive/a/two');
  },
);
