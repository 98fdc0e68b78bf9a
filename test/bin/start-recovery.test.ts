import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
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
