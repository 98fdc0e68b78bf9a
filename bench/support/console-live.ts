import { readMeaning } from '#meaning/read-meaning.ts';
import { createAgents } from '#store/workspace/agents.ts';
import { createAutomations } from '#store/automation/automations.ts';
import { createDeliveries } from '#store/delivery/deliveries.ts';
import { createVault } from '#store/secret/vault.ts';
import { createWorkspaces } from '#store/workspace/workspaces.ts';
import { type ConsoleReader, openReader } from './console-reader.ts';
import type { Service } from './console-seed.ts';
import { ms, report } from './figures.ts';
import { quantile } from './load.ts';
import { noBlobs } from '#test/support/no-blobs.ts';

interface Size {
  readonly readers: number;
  readonly runs: number;
}

/** Runs end one after the other: how long after each end the last of all readers has its row. */
export async function measureLive(service: Service, { readers, runs }: Size): Promise<void> {
  const { token, workspaceId, hook } = await newHook(service);
  const deliveries = createDeliveries({ redis: service.redis, blobs: noBlobs, workflowUrl: () => null });
  const open = await Promise.all(Array.from({ length: readers }, () => openReader(service, token)));
  const listeners = await Promise.all(open.map(listen));
  const delaysMs: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const response = await fetch(hook, { method: 'POST', body: `{"order":${run}}` });
    const { deliveryId } = (await response.json()) as { deliveryId: string };
    const seenAt = Math.max(...(await Promise.all(listeners.map(({ ended }) => ended(deliveryId)))));
    const record = await deliveries.find(workspaceId, deliveryId);
    delaysMs.push(seenAt - Date.parse(record?.finishedAt ?? ''));
  }
  const channel = `live:${workspaceId}`;
  const [, subscribers] = (await service.redis.sendCommand(['PUBSUB', 'NUMSUB', channel])) as [
    string,
    number,
  ];
  for (const { close } of open) await close();
  report({
    name: `the end of a run before the eyes of ${readers} readers, beside one second`,
    ours: `p95 ${ms(quantile(delaysMs, 0.95))}, p50 ${ms(quantile(delaysMs, 0.5))}`,
    yardstick: ms(1_000),
    ratio: quantile(delaysMs, 0.95) / 1_000,
    goal: { atMost: 1 },
  });
  report({
    name: `connections to Redis that wait for changes, with ${readers} readers`,
    ours: String(subscribers),
    yardstick: '1',
    ratio: subscribers,
    goal: { atMost: 1 },
  });
}

async function newHook({ redis, key, url }: Service) {
  const { id: workspaceId, token } = await createWorkspaces({ redis }).create({ name: 'Readers' });
  const { id: agentId } = await createAgents({ redis }).create(workspaceId, { name: 'Bench', model: null });
  const automations = createAutomations({ redis, vault: createVault([{ id: 'k1', key }]) });
  const texts = { instructions: 'Reply "seen".', filter: null };
  const meaning = readMeaning(texts, null, { samples: [], sender: 'generic' });
  const automation = await automations.create(workspaceId, { name: 'Bench', ...texts, ...meaning, agentId });
  return { workspaceId, token, hook: `${url}/hooks/${automation.token}` };
}

/** A page that is open: it notes when it was told of the end of each run, with the row that shows it. */
async function listen(reader: ConsoleReader) {
  const stream = await reader.stream('/console/live');
  const waiting = new Map<string, (atMs: number) => void>();
  const seen = new Map<string, number>();
  const ready = Promise.withResolvers<void>();
  let rest = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    const messages = `${rest}${text}`.split('\n\n');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      if (message.startsWith('event: resync')) ready.resolve();
      const [, data] = /^event: delivery\ndata: (.*)$/.exec(message) ?? [];
      if (data !== undefined) note(JSON.parse(data) as { deliveryId: string; outcome: string; row?: string });
    }
  });
  // The stream is cut off at the end.
  stream.on('error', () => undefined);

  function note({ deliveryId, outcome, row }: { deliveryId: string; outcome: string; row?: string }): void {
    if (outcome === 'running' || row?.includes(outcome) !== true) return;
    seen.set(deliveryId, Date.now());
    waiting.get(deliveryId)?.(Date.now());
  }

  await ready.promise;
  return {
    ended: (deliveryId: string): Promise<number> =>
      new Promise((resolve) => {
        const at = seen.get(deliveryId);
        if (at === undefined) waiting.set(deliveryId, resolve);
        else resolve(at);
      }),
  };
}
