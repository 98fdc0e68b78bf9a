import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, it } from 'vitest';

import { startReveille } from '#test/support/reveille.ts';
import { newDataDir } from '#test/support/temporary-folder.ts';
import { until } from '#test/support/until.ts';

it('a worker that is frozen is not counted after ten seconds, and again once it goes on', async () => {
  const dataDir = await newDataDir();
  await using service = startReveille(dataDir);
  const { url } = await service.ready();
  const adminToken = (await readFile(path.join(dataDir, 'admin-token'), 'utf8')).trim();
  const workers = async (): Promise<number> => {
    const headers = { authorization: `Bearer ${adminToken}` };
    const answer = await fetch(`${url}/manage/service`, { headers });
    return ((await answer.json()) as { workers: number }).workers;
  };
  const counted = async (count: number, timeoutMs: number) =>
    await until(`${count} workers`, async () => (await workers()) === count, { timeoutMs });
  await counted(1, 30_000);
  const { worker = 0 } = await service.children();
  process.kill(worker, 'SIGSTOP');
  try {
    await counted(0, 10_000);
  } finally {
    process.kill(worker, 'SIGCONT');
  }
  await counted(1, 10_000);
  expect(await service.stop()).toBe(0);
});
