import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';

import { describe, expect, it } from 'vitest';
import { root } from '#test/support/root.ts';

/** A process that logs and stops as ours do; it says on its IPC channel what it has done. */
const program = `
  import { setTimeout as delay } from 'node:timers/promises';
  import { createLogger } from '#platform/logger.ts';
  import { createShutdown } from '#platform/shutdown.ts';
  const logger = createLogger('info', 'test');
  const { onShutdown } = createShutdown({ logger, closeWithinMs: 5_000 });
  onShutdown('nothing', async () => {});
  process.on('message', async (count) => {
    for (let line = 0; line < count; line += 1) logger.info({ line }, 'a line');
    await delay(150);
    process.send('logged');
  });
  process.send('ready');
`;

async function startLogger(stdout: 'pipe' | number) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    stdio: ['ignore', stdout, 'inherit', 'ipc'],
  });
  await once(child, 'message');
  const log = async (count: number) => {
    child.send(count);
    await once(child, 'message');
  };
  const exited = once(child, 'exit').then(([code, signal]: unknown[]) => code ?? signal);
  const stop = async () => {
    child.kill('SIGTERM');
    return await exited;
  };
  return { child, log, stop };
}

describe('a process that logs', () => {
  it('writes every line in order, what is buffered at its end included', async () => {
    const { child, log, stop } = await startLogger('pipe');
    let output = '';
    child.stdout!.on('data', (chunk) => (output += chunk));
    const closed = once(child.stdout!, 'close');
    await log(2_000);
    expect(await stop()).toBe(0);
    await closed;
    const lines = output.trimEnd().split('\n');
    expect(lines).toHaveLength(2_001);
    const entries = lines.map((line) => JSON.parse(line) as { line?: number; msg: string });
    expect(entries.slice(0, -1).map(({ line }) => line)).toEqual([...Array(2_000).keys()]);
    expect(entries.at(-1)?.msg).toBe('stopped');
  });

  it.each([0, 500])(
    'ends on SIGTERM when its log reader is gone and it logged %i lines since',
    async (count) => {
      const { child, log, stop } = await startLogger('pipe');
      child.stdout!.destroy();
      await once(child.stdout!, 'close');
      await log(count);
      expect(await stop()).toBe(0);
    },
  );

  it.skipIf(process.platform !== 'linux')(
    'goes on and ends on SIGTERM when its log is on a full disk',
    async () => {
      const full = openSync('/dev/full', 'w');
      const { log, stop } = await startLogger(full);
      closeSync(full);
      await log(500);
      await log(1);
      expect(await stop()).toBe(0);
    },
  );
});
