import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';

import { describe, expect, onTestFinished, test } from 'vitest';
import { ANONYMOUS } from '#compute/fair-queue.ts';
import { createWorkerPool, type WorkerPoolOptions } from '#compute/threads/worker-pool.ts';
import { endlessMarkdown } from '#test/support/endless-markdown.ts';

const options: WorkerPoolOptions = {
  program: new URL('./few-tools-worker.ts', import.meta.url),
  threads: 2,
  timeoutMs: 1_000,
  memoryBytesMax: 64 * 2 ** 20,
  // Patient: on a busy machine a thread takes long to start.
  waitMsMax: 60_000,
  waitingMax: 50,
  isBackground: false,
};

const quick = { toolId: 'upper-case', params: { text: 'a', locale: 'en' } };
const endless = { toolId: 'strip-markdown', params: { text: endlessMarkdown } };

async function withPool<Result>(
  changes: Partial<WorkerPoolOptions>,
  use: (pool: ReturnType<typeof createWorkerPool>) => Promise<Result>,
): Promise<Result> {
  const pool = createWorkerPool({ ...options, ...changes });
  try {
    return await use(pool);
  } finally {
    await pool.close();
  }
}

describe('a pool of threads', { timeout: 120_000 }, () => {
  test('answers calls in parallel and one after the other', async () => {
    await withPool({}, async ({ run }) => {
      const results = await Promise.all(Array.from({ length: 40 }, () => run(quick, ANONYMOUS)));
      expect(results).toEqual(Array.from({ length: 40 }, () => 'A'));
    });
  });

  test('starts a thread with the call that finds no other free, or one in advance', async () => {
    let started = 0;
    const count = () => void (started += 1);
    process.on('worker', count);
    onTestFinished(() => void process.off('worker', count));
    await withPool({ timeoutMs: 60_000 }, async ({ run, warmUp }) => {
      expect(started).toBe(0);
      warmUp();
      await run(quick, ANONYMOUS);
      expect(started).toBe(1);
      await Promise.all([run(quick, ANONYMOUS), run(quick, ANONYMOUS)]);
      expect(started).toBe(2);
    });
  });

  test.each([
    ['and starts another with the next call', false],
    ['and replaces one that was started in advance', true],
  ])('ends a thread that has no call, %s', async (_, isWarm) => {
    const threads: Worker[] = [];
    const note = (thread: Worker) => void threads.push(thread);
    process.on('worker', note);
    onTestFinished(() => void process.off('worker', note));
    await withPool({ idleMs: 1, timeoutMs: 60_000 }, async ({ run, warmUp }) => {
      if (isWarm) warmUp();
      await run(quick, ANONYMOUS);
      const another = once(process, 'worker');
      await once(threads[0]!, 'exit');
      if (isWarm) await another;
      else expect(await run(quick, ANONYMOUS)).toBe('A');
      expect(threads).toHaveLength(2);
      expect(await run(quick, ANONYMOUS)).toBe('A');
    });
  });

  test('replaces a thread that a job has left much memory in, once the job is answered', async () => {
    const program = new URL('./growing-worker.ts', import.meta.url);
    await withPool(
      { program, threads: 1, memoryBytesMax: 512 * 2 ** 20, timeoutMs: 60_000 },
      async ({ run }) => {
        const [first, second, third, fourth] = [
          await run({ megabytes: 1 }, ANONYMOUS),
          await run({ megabytes: 1 }, ANONYMOUS),
          await run({ megabytes: 128 }, ANONYMOUS),
          await run({ megabytes: 1 }, ANONYMOUS),
        ];
        expect([second, third]).toEqual([first, first]);
        expect(fourth).not.toBe(first);
      },
    );
  });

  test('ends a call that takes too long and goes on with a new thread', async () => {
    await withPool({ threads: 1 }, async ({ run }) => {
      await run(quick, ANONYMOUS);
      await expect(run(endless, ANONYMOUS)).rejects.toMatchObject({ code: 'TOOL_LIMIT_EXCEEDED' });
      expect(await run(quick, ANONYMOUS)).toBe('A');
    });
  });

  test('ends a call that needs too much memory; the process lives on', async () => {
    await withPool({ threads: 1, memoryBytesMax: 32 * 2 ** 20, timeoutMs: 60_000 }, async ({ run }) => {
      const items = JSON.stringify(Array.from({ length: 4000 }, (_, index) => index));
      const others = JSON.stringify(Array.from({ length: 4000 }, (_, index) => -index - 1));
      const greedy = { toolId: 'diff-json', params: { text: items, other: others } };
      await expect(run(greedy, ANONYMOUS)).rejects.toMatchObject({
        code: 'TOOL_LIMIT_EXCEEDED',
        message: 'The tool needed too much memory.',
      });
      expect(await run(quick, ANONYMOUS)).toBe('A');
    });
  });

  test('refuses a call that has waited too long as our own fault, with a hint', async () => {
    await withPool({ threads: 1, timeoutMs: 8000, waitMsMax: 2000 }, async ({ run }) => {
      await run(quick, ANONYMOUS);
      const first = run(endless, ANONYMOUS);
      first.catch(() => undefined);
      await expect(run(quick, ANONYMOUS)).rejects.toMatchObject({
        code: 'INTERNAL_ERROR',
        hint: expect.stringContaining('again in a few seconds'),
      });
    });
  });

  test('refuses at once when too many wait: one call has the thread, two wait', async () => {
    await withPool({ threads: 1, waitingMax: 2 }, async ({ run }) => {
      const settled = await Promise.allSettled(Array.from({ length: 5 }, () => run(quick, ANONYMOUS)));
      expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(2);
    });
  });

  test('one caller with endless calls does not hold up another', async () => {
    await withPool({ timeoutMs: 2000 }, async ({ run }) => {
      await Promise.all([run(quick, 'ada'), run(quick, 'bob')]);
      const order: string[] = [];
      const hog = Promise.allSettled(
        Array.from({ length: 2 }, () => run(endless, 'hog').finally(() => order.push('hog'))),
      );
      await Promise.all(Array.from({ length: 20 }, () => run(quick, 'ada').then(() => order.push('ada'))));
      expect(order).toEqual(Array.from({ length: 20 }, () => 'ada'));
      await hog;
    });
  });

  test('hands on what a tool refuses', async () => {
    await withPool({ threads: 1 }, async ({ run }) => {
      const refused = { toolId: 'apply-patch', params: { text: 'a', patch: '@@ -1 +1 @@\n-b\n+c\n' } };
      await expect(run(refused, ANONYMOUS)).rejects.toMatchObject({
        name: 'ToolError',
        code: 'INVALID_REQUEST',
      });
    });
  });

  test('a defect of a tool is no refusal and costs no thread', async () => {
    await withPool({ threads: 1 }, async ({ run }) => {
      await expect(run({ toolId: 'no-such-tool', params: {} }, ANONYMOUS)).rejects.toThrow('does not know');
      expect(await run(quick, ANONYMOUS)).toBe('A');
    });
  });

  test('takes nothing after close, and lets nobody wait for ever', async () => {
    const pool = createWorkerPool({ ...options, threads: 1 });
    const waiting = pool.run(quick, ANONYMOUS);
    const outcome = expect(waiting).rejects.toThrow('closed');
    await pool.close();
    await outcome;
    await expect(pool.run(quick, ANONYMOUS)).rejects.toThrow('closed');
  });
});
