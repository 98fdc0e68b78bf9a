import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { startReveille } from '../support/reveille.ts';
import { newDataDir } from '../support/temporary-folder.ts';
import { isAlive, status, wake } from './started-service.ts';

describe('npm start, when processes die or are stopped', () => {
  it('starts a process again that was killed, on the same ports and data', async () => {
    await using start = startReveille(await newDataDir());
    const { url, hookUrl } = await start.ready();
    await wake(hookUrl, 'evt-1');
    const before = await start.children();
    for (const [name, title] of [
      ['redis', 'Redis'],
      ['temporal', 'Temporal'],
      ['worker', 'The worker'],
      ['api', 'The API'],
    ] as const) {
      process.kill(before[name]!, 'SIGKILL');
      await start.printed(new RegExp(`^${title} ended \\(SIGKILL\\); it is started again\\.$`, 'm'));
      await start.printed(new RegExp(`^${title} runs again\\.$`, 'm'));
    }
    await expect.poll(() => status(`${url}/readyz`).catch(() => 0)).toBe(200);
    expect(await wake(hookUrl, 'evt-1')).toMatchObject({ status: 'duplicate' });
    expect(await wake(hookUrl, 'evt-2')).toMatchObject({ status: 'accepted' });
  });

  it('API and worker end by themselves when their supervisor is killed, though nobody reads their logs any more', async () => {
    const dataDir = await newDataDir();
    const killed = startReveille(dataDir);
    const { hookUrl } = await killed.ready();
    const { api, worker } = await killed.children();
    const supervisor = Number(await readFile(path.join(dataDir, 'lock.pid'), 'utf8'));
    // A line that it still has to write when its reader is gone.
    const answered = wake(hookUrl, 'evt-1').catch(() => undefined);
    process.kill(supervisor, 'SIGKILL');
    await Promise.all([killed.exited, answered]);
    await expect.poll(() => [api, worker].map((pid) => isAlive(pid!))).toEqual([false, false]);
    await using next = startReveille(dataDir);
    await next.ready();
    expect(next.output()).toMatch(
      /^Ended what an earlier start left behind: (temporal, redis|redis, temporal)\.$/m,
    );
  });

  it('stops at once though connections are open that never sent anything', async () => {
    const dataDir = await newDataDir();
    const start = startReveille(dataDir);
    const { url } = await start.ready();
    const { metrics } = JSON.parse(await readFile(path.join(dataDir, 'ports.json'), 'utf8')) as {
      metrics: number;
    };
    for (const port of [Number(new URL(url).port), metrics])
      await once(
        connect(port, '127.0.0.1').on('error', () => undefined),
        'connect',
      );
    expect(await status(`${url}/readyz`)).toBe(200);
    expect(await start.stop()).toBe(0);
    const log = await readFile(path.join(dataDir, 'logs/api.log'), 'utf8');
    expect(log).toContain('"msg":"stopped"');
    expect(log).not.toContain('part did not close in time');
  });

  it('is not held up by what a killed supervisor left behind', async () => {
    const dataDir = await newDataDir();
    const killed = startReveille(dataDir);
    const { hookUrl } = await killed.ready();
    await wake(hookUrl, 'evt-1');
    const leftOvers = Object.values(await killed.children());
    process.kill(Number(await readFile(path.join(dataDir, 'lock.pid'), 'utf8')), 'SIGKILL');
    await killed.exited;
    await using next = startReveille(dataDir);
    const after = await next.ready();
    expect(next.output()).toMatch(/^Ended what an earlier start left behind: /m);
    expect(leftOvers.filter(isAlive)).toEqual([]);
    expect(await wake(after.hookUrl, 'evt-1')).toMatchObject({ status: 'duplicate' });
  });

  it('ends at once when it is stopped while it starts', async () => {
    const dataDir = await newDataDir();
    await using start = startReveille(dataDir);
    await expect.poll(() => existsSync(path.join(dataDir, 'children.json'))).toBe(true);
    const pids = Object.values(await start.children());
    expect(await start.stop()).toBe(0);
    expect(start.output()).not.toMatch(/^ready/m);
    expect(pids.filter(isAlive)).toEqual([]);
  });
});
