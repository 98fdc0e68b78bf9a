import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startReveille } from '../support/reveille.ts';
import { folderOfFile, newDataDir } from '../support/temporary-folder.ts';
import { isAlive, status, wake } from './started-service.ts';

describe('npm start, when processes die or are stopped', () => {
  /** One data folder: each start finds what the one before left behind. */
  const dataDir = folderOfFile('reveille-start-');
  let service: ReturnType<typeof startReveille>;
  async function start() {
    service = startReveille(dataDir());
    return await service.ready();
  }
  async function killSupervisor(): Promise<void> {
    process.kill(Number(await readFile(path.join(dataDir(), 'lock.pid'), 'utf8')), 'SIGKILL');
    await service.exited;
  }
  beforeAll(start);
  afterAll(() => service[Symbol.asyncDispose]());
  beforeEach(async ({ task }) => {
    // A second try begins with a start of its own, whatever the first one left.
    if ((task.result?.retryCount ?? 0) > 0) await service.stop();
    if (!service.isRunning()) await start();
  });

  it('starts a process again that was killed, on the same ports and data', async () => {
    const { url, hookUrl } = await service.ready();
    const eventId = randomUUID();
    await wake(hookUrl, eventId);
    const before = await service.children();
    for (const [name, title] of [
      ['redis', 'Redis'],
      ['temporal', 'Temporal'],
      ['worker', 'The worker'],
      ['api', 'The API'],
    ] as const) {
      process.kill(before[name]!, 'SIGKILL');
      await service.printed(new RegExp(`^${title} ended \\(SIGKILL\\); it is started again\\.$`, 'm'));
      await service.printed(new RegExp(`^${title} runs again\\.$`, 'm'));
    }
    await expect.poll(() => status(`${url}/readyz`).catch(() => 0)).toBe(200);
    expect(await wake(hookUrl, eventId)).toMatchObject({ status: 'duplicate' });
    expect(await wake(hookUrl, randomUUID())).toMatchObject({ status: 'accepted' });
  });

  it('API and worker end by themselves when their supervisor is killed, though nobody reads their logs any more', async () => {
    const { hookUrl } = await service.ready();
    const { api, worker } = await service.children();
    // A line that it still has to write when its reader is gone.
    const answered = wake(hookUrl, randomUUID()).catch(() => undefined);
    await Promise.all([killSupervisor(), answered]);
    await expect.poll(() => [api, worker].map((pid) => isAlive(pid!))).toEqual([false, false]);
    await start();
    expect(service.output()).toMatch(
      /^Ended what an earlier start left behind: (temporal, redis|redis, temporal)\.$/m,
    );
  });

  it('is not held up by what a killed supervisor left behind', async () => {
    const eventId = randomUUID();
    await wake((await service.ready()).hookUrl, eventId);
    const leftOvers = Object.values(await service.children());
    await killSupervisor();
    const { hookUrl } = await start();
    expect(service.output()).toMatch(/^Ended what an earlier start left behind: /m);
    expect(leftOvers.filter(isAlive)).toEqual([]);
    expect(await wake(hookUrl, eventId)).toMatchObject({ status: 'duplicate' });
  });

  it('stops at once though connections are open that never sent anything', async () => {
    const { url } = await service.ready();
    const { metrics } = JSON.parse(await readFile(path.join(dataDir(), 'ports.json'), 'utf8')) as {
      metrics: number;
    };
    for (const port of [Number(new URL(url).port), metrics])
      await once(
        connect(port, '127.0.0.1').on('error', () => undefined),
        'connect',
      );
    expect(await status(`${url}/readyz`)).toBe(200);
    const readLog = () => readFile(path.join(dataDir(), 'logs/api.log'), 'utf8');
    const before = await readLog();
    expect(await service.stop()).toBe(0);
    const log = (await readLog()).slice(before.length);
    expect(log).toContain('"msg":"stopped"');
    expect(log).not.toContain('part did not close in time');
  });

  it('ends at once when it is stopped while it starts', async () => {
    const folder = await newDataDir();
    await using stopped = startReveille(folder);
    await expect.poll(() => existsSync(path.join(folder, 'children.json'))).toBe(true);
    const pids = Object.values(await stopped.children());
    expect(await stopped.stop()).toBe(0);
    expect(stopped.output()).not.toMatch(/^ready/m);
    expect(pids.filter(isAlive)).toEqual([]);
  });
});
