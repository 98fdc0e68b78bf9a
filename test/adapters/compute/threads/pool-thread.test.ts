import { afterEach, describe, expect, test } from 'vitest';
import { createPoolThread, type PoolThread } from '#compute/threads/pool-thread.ts';

const timeoutMs = 200;
let thread: PoolThread | undefined;
afterEach(async () => await thread?.end());

/** A thread that answers each job with the code given; `busy` keeps it from doing anything else for three limits. */
function threadThat(answer: string, elapsedMsMax = timeoutMs): PoolThread {
  const code = `
    const { parentPort } = require('node:worker_threads');
    const send = (kind, more) => parentPort.postMessage({ kind, ...more });
    const busy = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${3 * timeoutMs});
    parentPort.on('message', () => { ${answer} });
    const work = () => { for (const end = process.threadCpuUsage().user + ${3_000 * timeoutMs}; process.threadCpuUsage().user < end;); };
    send('ready');
  `;
  const program = new URL(
    `data:text/javascript,${encodeURIComponent(`import { createRequire } from 'node:module'; const require = createRequire('file:///'); ${code}`)}`,
  );
  const limits = { timeoutMs, elapsedMsMax, memoryBytesMax: 64 * 2 ** 20 };
  thread = createPoolThread({ program, ...limits, isBackground: false });
  return thread;
}

describe('the time limit of a job', () => {
  test('does not count while the job waits for a library', async () => {
    const { ready, run, canWork } = threadThat(
      "send('loading'); busy(); send('loaded'); send('done', { result: 'x' });",
    );
    await ready;
    expect(await run({})).toBe('x');
    expect(canWork()).toBe(true);
  });

  test('begins anew when the library is loaded', async () => {
    const { ready, run } = threadThat(
      "send('loading'); busy(); send('loaded'); busy(); send('done', { result: 'x' });",
    );
    await ready;
    await expect(run({})).rejects.toMatchObject({ code: 'TOOL_LIMIT_EXCEEDED' });
  });

  test('counts where nothing is loaded', async () => {
    const { ready, run, canWork } = threadThat("busy(); send('done', { result: 'x' });");
    await ready;
    await expect(run({})).rejects.toMatchObject({ code: 'TOOL_LIMIT_EXCEEDED' });
    expect(canWork()).toBe(false);
  });
});

describe('a limit of processor time', () => {
  const answers = "send('done', { result: 'x' });";
  const longMs = 600_000;

  test('counts no time in which the machine does other things', async () => {
    const { ready, run, canWork } = threadThat(`busy(); ${answers}`, longMs);
    await ready;
    expect([await run({}), await run({})]).toEqual(['x', 'x']);
    expect(canWork()).toBe(true);
  });

  test('ends what works for longer', async () => {
    const { ready, run, canWork } = threadThat(`work(); ${answers}`, longMs);
    await ready;
    await expect(run({})).rejects.toMatchObject({ code: 'TOOL_LIMIT_EXCEEDED' });
    expect(canWork()).toBe(false);
  });

  test('ends what gets none, and says that it may be asked for again', async () => {
    const { ready, run, canWork } = threadThat(`busy(); ${answers}`, timeoutMs + 1);
    await ready;
    await expect(run({})).rejects.toMatchObject({ code: 'INTERNAL_ERROR' });
    expect(canWork()).toBe(false);
  });
});
