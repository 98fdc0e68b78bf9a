import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import { untilReady } from '#bin/supervisor/until-ready.ts';

/** An API whose `/readyz` gives these answers, one after the other, and then the last again. */
async function startApi(...answers: readonly (readonly [number, object])[]): Promise<string> {
  let asked = 0;
  const server = createServer((_, response) => {
    const [status, body] = answers[Math.min(asked, answers.length - 1)]!;
    asked += 1;
    response.writeHead(status).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise((resolve) => void server.close(() => resolve())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const notReady = (missing: readonly string[], full: readonly string[]) =>
  [503, { code: 'NOT_READY', missing, full }] as const;
const { signal } = new AbortController();

test('waits as long as something cannot be reached', async () => {
  const url = await startApi(notReady(['redis', 'temporal'], ['redis']), [200, { status: 'ready' }]);
  expect(await untilReady(url, signal)).toBe('ready');
});

test('goes on where only the memory of Redis is full: what makes room in it runs in the worker', async () => {
  const url = await startApi(notReady(['redis'], []), notReady(['redis'], ['redis']));
  expect(await untilReady(url, signal)).toBe('memory-full');
});
