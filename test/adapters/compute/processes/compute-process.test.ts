import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startComputeProcess } from '#compute/processes/compute-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const limits = { memoryBytesMax: 1_000_000_000, timeoutMs: 600_000 };

async function startChild() {
  const folder = await temporaryFolder('compute-process-');
  const entry = new URL('answering-child.ts', import.meta.url);
  const child = await startComputeProcess(entry, {
    readable: [entry.pathname],
    ownFolder: folder,
    nodeOptions: [],
  });
  return { child, path: join(folder, 'answered') };
}

it('answers job after job', async () => {
  const { child, path } = await startChild();
  for (let job = 0; job < 2; job += 1)
    expect(await child.run({ path }, limits)).toEqual({ status: 'answered', message: 'answer' });
  await child.kill();
});

it.runIf(process.platform === 'linux')(
  'time that passes while a process does nothing is not its own, up to a limit',
  async () => {
    const { child, path } = await startChild();
    const idle = { path, waitMs: 1_500 };
    expect(await child.run(idle, { ...limits, timeoutMs: 1_000, elapsedMsMax: 600_000 })).toEqual({
      status: 'answered',
      message: 'answer',
    });
    expect(await child.run(idle, { ...limits, timeoutMs: 100, elapsedMsMax: 200 })).toEqual({
      status: 'killed',
      reason: 'time',
    });
  },
);

it('a process that computes for too long is killed', async () => {
  const { child, path } = await startChild();
  const busy = { path, isEndless: true };
  expect(await child.run(busy, { ...limits, timeoutMs: 100, elapsedMsMax: 600_000 })).toEqual({
    status: 'killed',
    reason: 'time',
  });
});

it('a process that is killed while its answer is on the way counts as lost, and gets no other job', async () => {
  const { child, path } = await startChild();
  const caller = new AbortController();
  const end = child.run({ path }, limits, caller.signal);
  // The answer waits unread in the pipe, because this loop lets nothing else run here.
  while (!existsSync(path));
  caller.abort();
  expect(await end).toEqual({ status: 'killed', reason: 'aborted' });
  expect(child.hasExited()).toBe(true);
});

it.runIf(process.platform === 'linux')('is what the kernel ends first where memory runs out', async () => {
  const { child } = await startChild();
  expect(readFileSync(`/proc/${child.pid}/oom_score_adj`, 'utf8').trim()).toBe('1000');
  await child.kill();
});
