import { randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { expect } from 'vitest';

import type { SeenSpan } from '#test/support/otlp-receiver.ts';
import { newOwner } from '#test/support/supervised.ts';
import type { SharedService } from './shared-service.ts';

/** Answers 201 and keeps the headers that it was sent. */
async function startTarget() {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers);
    request.resume().on('end', () => response.writeHead(201).end());
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', listening.resolve);
  await listening.promise;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    [Symbol.dispose]: () => void server.close(),
  };
}

/** The names of a span and of those that it belongs to, the innermost first. */
function pathOf(spans: readonly SeenSpan[], span: SeenSpan): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentId);
  const own = `${span.service} ${span.name}`;
  return parent === undefined ? [own] : [own, ...pathOf(spans, parent)];
}

async function logLines(dataDir: string): Promise<readonly Record<string, unknown>[]> {
  const folder = path.join(dataDir, 'logs');
  const files = (await readdir(folder)).filter((name) => /^(api|worker)/.test(name));
  const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')));
  return texts
    .flatMap((text) => text.split('\n'))
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const canary = () => `canary${randomBytes(12).toString('hex')}`;

/** One delivery, full of texts that are to stay with the service, and the trace of its run. */
export async function playTrace({ url, dataDir, collector }: SharedService) {
  const canaries = {
    credential: canary(),
    body: canary(),
    query: canary(),
    path: canary(),
    eventId: canary(),
    reference: canary(),
    name: canary(),
  };
  using target = await startTarget();
  const owner = await newOwner(url, dataDir);
  const manage = async <T>(method: string, route: string, body?: object) =>
    (await owner.manage(method, route, body)) as T;
  const { items } = await manage<{ items: { id: string }[] }>('GET', '/agents');
  await manage('POST', `/agents/${items[0]!.id}/network-access`, {
    domain: '127.0.0.1',
    headerName: 'X-API-Key',
    headerValue: canaries.credential,
  });
  const automation = await manage<{ id: string; url: string }>('POST', '/automations', {
    name: canaries.name,
    instructions: `POST ${target.url}/${canaries.path}?key=${canaries.query} with the whole payload.`,
  });
  const foreignTrace = randomBytes(16).toString('hex');
  const delivered = await fetch(automation.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-service-event-id': canaries.eventId,
      'x-service-reference': canaries.reference,
      traceparent: `00-${foreignTrace}-${randomBytes(8).toString('hex')}-01`,
    },
    body: JSON.stringify({ note: canaries.body }),
  });
  const { deliveryId } = (await delivered.json()) as { deliveryId: string };
  type Delivery = { outcome: string; traceId: string };
  const read = () => manage<Delivery>('GET', `/deliveries/${deliveryId}`);
  await expect.poll(async () => (await read()).outcome, { interval: 250 }).toBe('succeeded');
  const { traceId } = await read();
  expect(traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(traceId).not.toBe(foreignTrace);

  const spans = () => collector.spans().filter((span) => span.traceId === traceId);
  const outbound = () => spans().find(({ attributes }) => attributes['server.address'] === '127.0.0.1');
  const whole = () => {
    const span = outbound();
    return span === undefined ? [] : pathOf(spans(), span);
  };
  await expect
    .poll(whole, { interval: 250 })
    .toEqual([
      'reveille-worker POST',
      'reveille-worker RunActivity:beginRun',
      'reveille-worker StartActivity:beginRun',
      'reveille-worker RunWorkflow:automationRun',
      'reveille-api StartWorkflow:automationRun',
      'reveille-api POST /hooks/{token}',
    ]);
  expect(outbound()?.attributes).toMatchObject({
    'http.request.method': 'POST',
    'http.response.status_code': '201',
    'network_access.ground': 'policy',
  });
  const ids = { automation_id: automation.id, delivery_id: deliveryId };
  for (const name of ['POST /hooks/{token}', 'RunActivity:beginRun'])
    expect(spans().find((span) => span.name === name)?.attributes).toMatchObject(ids);

  expect(target.seen.map((headers) => headers['x-api-key'])).toEqual([canaries.credential]);
  expect(target.seen.map((headers) => headers['traceparent'])).toEqual([undefined]);
  const lines = (await logLines(dataDir)).filter((line) => line['deliveryId'] === deliveryId);
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'request answered', traceId, automationId: automation.id }),
  );
  return { canaries, deliveryId };
}
