import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it as sequential } from 'vitest';
import { processIdentity } from '../../bin/process-identity.ts';
import { limits } from '../../domain/limits.ts';
import { runCommand, startReveille } from '../support/reveille.ts';
import { freePort } from '../../platform/free-port.ts';
import { newDataDir } from '../support/temporary-folder.ts';

/** Each has a service of its own. */
const it = sequential.concurrent;

/** As often as a hook may be asked: what it gets beyond is refused before the deliveries of the workspace are counted. */
const askEveryMs = 60_000 / limits.hookRequestsPerMinute;

const opened = { EGRESS_ALLOW_ADDRESSES: '127.0.0.0/8' };

interface Service {
  readonly url: string;
  readonly token: string;
}

async function namesOf({ url, token }: Service, what: 'agents' | 'automations') {
  const response = await fetch(`${url}/manage/${what}`, { headers: { authorization: `Bearer ${token}` } });
  return ((await response.json()) as { items: { name: string }[] }).items.map(({ name }) => name);
}

it('leaves one agent and one automation however often it is run, and names what a delivery is refused for', async ({
  onTestFinished,
}) => {
  const dataDir = await newDataDir(onTestFinished);
  await using service = startReveille(dataDir, opened);
  const { url, token, hookUrl } = await service.ready();
  for (let time = 1; time <= 2; time += 1) {
    const { code, output } = await runCommand('demo', dataDir);
    expect(output).toContain('with the key: ');
    expect(output).not.toContain('without the key');
    expect(output.match(/^ {3}outcome {7}(succeeded|skipped)/gm)).toHaveLength(3);
    expect(code).toBe(0);
  }
  expect(await namesOf({ url, token }, 'agents')).toHaveLength(2);
  expect(await namesOf({ url, token }, 'automations')).toEqual(['Demo: paid orders', 'First automation']);

  let isOver = false;
  const full = Promise.withResolvers<void>();
  // Until the demo ended: on a busy machine it takes longer than the first of these count.
  const filling = (async () => {
    while (!isOver) {
      const response = await fetch(hookUrl, { method: 'POST', body: randomUUID() });
      if ((await response.text()).includes('deliveries in the last minute')) full.resolve();
      if (!response.ok) await pause(askEveryMs);
    }
  })();
  await Promise.race([full.promise, filling]);
  const { code, output } = await runCommand('demo', dataDir);
  isOver = true;
  await filling;
  expect(output).toMatch(/^The delivery was answered 429: .*60 deliveries.* \(Retry-After: \d+\)$/m);
  expect(output).not.toContain('    at ');
  expect(code).toBe(1);
});

it('starts a service where none runs, on the port and folder that are named, and stops it after the story', async ({
  onTestFinished,
}) => {
  const dataDir = path.join(await newDataDir(onTestFinished), 'data');
  const port = String(await freePort());
  const { code, output } = await runCommand('demo', dataDir, { PORT: port });
  expect(output).toContain(`ready: http://localhost:${port}\n`);
  expect(output).not.toContain('Try it');
  expect(output).toContain((await readFile(path.join(dataDir, 'workspace-token'), 'utf8')).trim());
  expect(output).toContain('7. What the target saw');
  expect(output).toMatch(/^The demo stops the service that it started\. "npm start" starts it again\.\n$/m);
  expect(code).toBe(0);
  const children = JSON.parse(await readFile(path.join(dataDir, 'children.json'), 'utf8')) as {
    pid: number;
  }[];
  expect(children).toHaveLength(4);
  expect(children.filter(({ pid }) => processIdentity(pid) !== undefined)).toEqual([]);
});
