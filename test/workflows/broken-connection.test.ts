import { expect, it } from 'vitest';

import { httpTarget } from '#test/adapters/egress/support/target.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';

it('a connection that breaks fails the runs that need it, and is told once by event and by alert', async () => {
  await using told = await httpTarget();
  await using login = await httpTarget((_, response) =>
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}'),
  );
  await using target = await httpTarget();
  await using api = await startApi();
  await using _worker = await startRunsWorker(api);
  const { manage, newAutomation } = await api.newOwner();
  const made = [
    await manage('POST', '/event-targets', { url: `${told.url}/event`, events: ['connection.broken'] }),
    await manage('POST', '/alerts', {
      name: 'Connections',
      condition: { kind: 'connection_broken' },
      channel: { kind: 'webhook', url: `${told.url}/alert` },
    }),
  ];
  expect(made.map(({ status }) => status)).toEqual([201, 201]);
  const [eventTarget] = await Promise.all(
    made.map(async (answer) => (await answer.json()) as { id: string }),
  );
  const { id, agentId, hook } = await newAutomation({
    instructions: `POST ${target.url}/orders with JSON {"order": "A-1"}.`,
  });
  const oauth = {
    grant: 'client_credentials',
    clientId: 'reveille',
    clientSecret: 'canary-client-secret',
    tokenUrl: `${login.url}/token`,
  };
  await manage('POST', `/agents/${agentId}/network-access`, { domain: '127.0.0.1', oauth });
  for (const eventId of ['one', 'two']) {
    const headers = { 'content-type': 'application/json' };
    await fetch(hook, { method: 'POST', headers, body: JSON.stringify({ event_id: eventId }) });
    const run = api.temporal.client.workflow.getHandle(`run/${id}/id/${eventId}`);
    expect(await run.result()).toMatchObject({ outcome: 'failed' });
  }
  const paths = () => told.received.map(({ url }) => url).toSorted();
  await expect.poll(paths).toEqual(['/alert', '/event']);
  const attempts = await manage('GET', `/event-targets/${eventTarget?.id}/attempts`);
  expect(((await attempts.json()) as { items: unknown[] }).items).toHaveLength(1);
  const bodies = told.received.map(({ body }) => body).join('\n');
  expect(bodies).toContain('was refused by its server with `invalid_grant`');
  expect(bodies).not.toContain('canary');
  expect([login.received.length, target.connections()]).toEqual([1, 0]);
});
