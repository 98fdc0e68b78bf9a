import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as nextTurn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startReveille } from '#test/support/reveille.ts';
import { newDataDir } from '#test/support/temporary-folder.ts';
import { isAlive, status, wake } from './started-service.ts';

/** A folder that is a disk of its own, of this size; undefined where mounting is not permitted. */
async function smallDisk(megabytes: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  const folder = path.join(await newDataDir(), 'disk');
  await mkdir(folder);
  const { status: code } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  if (code !== 0) return undefined;
  onTestFinished(() => void spawnSync('umount', ['--lazy', folder]));
  return folder;
}

/**
 * The files that fill a disk, the largest first. The last is a page, which is the least that a disk in memory gives: with
 * less, taking room that a server gives back meanwhile would need a million writes for each MiB.
 */
const pieces = [2 ** 20, 2 ** 16, 2 ** 12].map((bytes) => Buffer.alloc(bytes));

const isAppended = async (file: string, piece: Buffer) =>
  await appendFile(file, piece).then(
    () => true,
    () => false,
  );

/** Fills a disk to its last page with a file, which it gives back. */
async function fill(folder: string): Promise<string> {
  const file = path.join(folder, 'filling');
  for (const piece of pieces) while (await isAppended(file, piece));
  return file;
}

/** Takes whatever room a server gives back, until it is told to stop; then all of it is free again. */
function keepFull(folder: string): { stop(): Promise<void> } {
  let isOver = false;
  const filling = (async () => {
    while (!isOver) {
      await fill(folder);
      await nextTurn(10);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await filling;
      rmSync(path.join(folder, 'filling'));
    },
  };
}

const statusOfDelivery = async (url: string, eventId: string) =>
  (await fetch(url, { method: 'POST', headers: { 'x-service-event-id': eventId }, body: '{}' })).status;

it('waits while its disk is full, at its start and later, says so once, and goes on by itself when there is room', async ({
  skip,
}) => {
  const dataDir = await smallDisk(160);
  if (dataDir === undefined) return skip('mounting a small disk is not permitted here');
  const full = await fill(dataDir);
  await using start = startReveille(dataDir);
  await start.printed(/^The disk of .+ is full\. The start waits until there is room\.$/m);
  rmSync(full);
  const { url, hookUrl } = await start.ready();
  expect(await wake(hookUrl, 'evt-before')).toMatchObject({ status: 'accepted' });
  const supervisor = Number(readFileSync(path.join(dataDir, 'lock.pid'), 'utf8'));

  const filling = keepFull(dataDir);
  // Redis dies of the first write that it cannot keep. A delivery may be refused before, because Temporal cannot keep it.
  let sent = 0;
  const sendAndRead = async () => {
    const code = await statusOfDelivery(hookUrl, `evt-${(sent += 1)}`);
    return `${code}\n${start.output()}`;
  };
  await expect
    .poll(sendAndRead)
    .toMatch(/^503\n[^]*is full\. Deliveries are answered 503 until there is room again\.$/m);
  for (let tries = 0; tries < 20; tries += 1)
    expect(await statusOfDelivery(hookUrl, 'evt-refused')).toBe(503);
  await expect.poll(() => status(`${url}/readyz`)).toBe(503);
  expect(await status(`${url}/healthz`)).toBe(200);

  await filling.stop();
  await start.printed(/(There is room on the disk of .+ again\.[^]*){2}/);
  await expect.poll(() => status(`${url}/readyz`)).toBe(200);
  expect(isAlive(supervisor)).toBe(true);
  expect(await wake(hookUrl, 'evt-before')).toMatchObject({ status: 'duplicate' });
  await expect.poll(() => wake(hookUrl, 'evt-refused')).toMatchObject({ status: 'accepted' });
  expect(start.output().match(/is full\./g)).toHaveLength(2);
  expect(await start.stop()).toBe(0);
});
