import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { createBlobsProbe } from '#blobs/probe.ts';
import { createFolderBlobs } from '#blobs/folder.ts';
import { s3Command, startS3Server } from '#test/support/s3-server.ts';
import { startApi } from '#test/support/service.ts';
import { silentLogger } from '#test/support/silent-logger.ts';
import { folderOfFile, temporaryFolder } from '#test/support/temporary-folder.ts';

const folder = folderOfFile('reveille-ready-blobs-');

describe.skipIf(s3Command === undefined)('GET /readyz', () => {
  it('names the blobs while their server answers and stores nothing, until it does', async () => {
    await using s3 = await startS3Server(folder());
    // The server makes its locks here at the first PUT. A file in their place fails as a read-only file system does.
    const locks = path.join(s3.folder, '..', '.vgwlocks');
    await writeFile(locks, '');
    await using api = await startApi({ BLOBS_URL: s3.url, SERVE: 'tools' });
    const readiness = async () => {
      const response = await fetch(`${api.url}/readyz`);
      return { status: response.status, ...((await response.json()) as object) };
    };
    await expect.poll(readiness).toMatchObject({
      status: 503,
      code: 'NOT_READY',
      message: 'Not reachable, or takes no writes: blobs',
      missing: ['blobs'],
    });
    expect(await api.metrics()).toContain('reveille_part_up{part="blobs"} 0');
    await rm(locks);
    await expect.poll(readiness).toEqual({ status: 'ready' });
  });
});

describe('the probe of blobs', () => {
  it('leaves nothing, and asks again after a minute, after five seconds where it failed', async () => {
    const dir = await temporaryFolder('blobs-probe-');
    const blobs = createFolderBlobs({ folder: path.join(dir, 'blobs') });
    let [nowMs, puts] = [0, 0];
    const counted = { ...blobs, put: (key: string, content: Blob) => ((puts += 1), blobs.put(key, content)) };
    const probe = createBlobsProbe({ blobs: counted, area: 'jobs', logger: silentLogger, now: () => nowMs });
    const atMs = async (time: number) => {
      nowMs = time;
      return [
        await Promise.all([probe(), probe()]).then(
          () => 'ready',
          () => 'failed',
        ),
        puts,
      ];
    };
    expect(await atMs(0)).toEqual(['ready', 1]);
    expect(await Array.fromAsync(blobs.list('jobs'))).toEqual([]);
    await rm(path.join(dir, 'blobs'), { recursive: true });
    await writeFile(path.join(dir, 'blobs'), '');
    expect(await atMs(59_999)).toEqual(['ready', 1]);
    expect(await atMs(60_000)).toEqual(['failed', 2]);
    await rm(path.join(dir, 'blobs'));
    expect(await atMs(64_999)).toEqual(['failed', 2]);
    expect(await atMs(65_000)).toEqual(['ready', 3]);
  });
});
