import { describe, expect, test } from 'vitest';
import { anyone, createLane, type LaneOptions } from '../../../compute/threads/worker-pool.ts';

const options: LaneOptions = {
  threads: 2,
  timeoutMs: 400,
  heapMegabytes: 64,
  waitMsMax: 10_000,
  waitingMax: 50,
  isBackground: false,
};

const quick = { toolId: 'upper-case', params: { text: 'a', locale: 'en' } };
/** More work than any time limit of these tests. */
const endless = { toolId: 'strip-markdown', params: { text: '*a'.repeat(100_000) } };

async function withLane<Result>(
  changes: Partial<LaneOptions>,
  use: (lane: ReturnType<typeof createLane>) => Promise<Result>,
): Promise<Result> {
  const lane = createLane({ ...options, ...changes });
  try {
    return await use(lane);
  } finally {
    await lane.close();
  }
}

describe('a lane of threads', { timeout: 30_000 }, () => {
  test('answers calls in parallel and one after the other', async () => {
    await withLane({}, async ({ run }) => {
      const results = await Promise.all(Array.from({ length: 40 }, () => run(quick, anyone)));
      expect(results).toEqual(Array.from({ length: 40 }, () => 'A'));
    });
  });

  test('ends a call that takes too long and goes on with a new thread', async () => {
    await withLane({ threads: 1 }, async ({ run }) => {
      await run(quick, anyone);
      await expect(run(endless, anyone)).rejects.toMatchObject({ code: 'TOOL_LIMIT_EXCEEDED' });
      expect(await run(quick, anyone)).toBe('A');
    });
  });

  test('ends a call that needs too much memory; the process lives on', async () => {
    await withLane({ threads: 1, heapMegabytes: 32, timeoutMs: 20_000 }, async ({ run }) => {
      const items = JSON.stringify(Array.from({ length: 4000 }, (_, index) => index));
      const others = JSON.stringify(Array.from({ length: 4000 }, (_, index) => -index - 1));
      const greedy = { toolId: 'diff-json', params: { text: items, other: others } };
      await expect(run(greedy, anyone)).rejects.toMatchObject({
        code: 'TOOL_LIMIT_EXCEEDED',
        message: 'The tool needed too much memory.',
      });
      expect(await run(quick, anyone)).toBe('A');
    });
  });

  test('refuses a call that has waited too long, with a hint', async () => {
    await withLane({ threads: 1, timeoutMs: 8000, waitMsMax: 2000 }, async ({ run }) => {
      await run(quick, anyone);
      const first = run(endless, anyone);
      first.catch(() => undefined);
      await expect(run(quick, anyone)).rejects.toMatchObject({
        code: 'TOOL_LIMIT_EXCEEDED',
        hint: expect.stringContaining('again in a few seconds'),
      });
    });
  });

  test('refuses at once when too many wait', async () => {
    await withLane({ threads: 1, waitingMax: 2 }, async ({ run }) => {
      const settled = await Promise.allSettled(Array.from({ length: 5 }, () => run(quick, anyone)));
      expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(3);
    });
  });

  test('one caller with endless calls does not hold up another', async () => {
    await withLane({ timeoutMs: 2000 }, async ({ run }) => {
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
    await withLane({ threads: 1 }, async ({ run }) => {
      const refused = { toolId: 'apply-patch', params: { text: 'a', patch: '@@ -1 +1 @@\n-b\n+c\n' } };
      await expect(run(refused, anyone)).rejects.toMatchObject({
        name: 'ToolError',
        code: 'INVALID_REQUEST',
      });
    });
  });

  test('a defect of a tool is no refusal and costs no thread', async () => {
    await withLane({ threads: 1 }, async ({ run }) => {
      await expect(run({ toolId: 'no-such-tool', params: {} }, anyone)).rejects.toThrow('does not know');
      expect(await run(quick, anyone)).toBe('A');
    });
  });

  test('takes nothing after close, and lets nobody wait for ever', async () => {
    const lane = createLane({ ...options, threads: 1 });
    const waiting = lane.run(quick, anyone);
    const outcome = expect(waiting).rejects.toThrow('closed');
    await lane.close();
    await outcome;
    await expect(lane.run(quick, anyone)).rejects.toThrow('closed');
  });
});
