import { afterEach, describe, expect, test } from 'vitest';
import { createPoolThread, type PoolThread } from '../../../compute/threads/pool-thread.ts';

const timeoutMs = 200;
let thread: PoolThread | undefined;
afterEach(async () => await thread?.end());

/** A thread that answers each job with the code given; `busy` keeps it from doing anything else for three limits. */
function threadThat(answer: string): PoolThread {
  const code = `
    const { parentPort } = require('node:worker_threads');
    const send = (kind, more) => parentPort.postMessage({ kind, ...more });
    const busy = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${3 * timeoutMs});
    parentPort.on('message', () => { ${answer} });
    send('ready');
  `;
  const program = new URL(
    `data:text/javascript,${encodeURIComponent(`import { createRequire } from 'node:module'; const require = createRequire('file:///'); ${code}`)}`,
  );
  thread = createPoolThread({ program, timeoutMs, memoryBytesMax: 64 * 2 ** 20, isBackground: false });
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
