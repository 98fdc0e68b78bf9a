import { readFile, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';

import { deliver, newOwner } from '#test/support/supervised.ts';
import { type SeenRequest, startOrderTarget } from '#test/support/target.ts';
import { until } from '#test/support/until.ts';
import { root } from '../compose/read-compose.ts';
import { createDocker } from '../docker/docker.ts';
import { nameOf } from '../instances.ts';
import type { Topology } from '../start-topology.ts';
import { objectsIn } from './demo.ts';

const key = 'key-of-the-restore';
const orderOf = ({ body }: Pick<SeenRequest, 'body'>) => (JSON.parse(body) as { order: string }).order;

/** The first try of one order is to be made again, a while later. */
function refuseOnce(request: SeenRequest, response: ServerResponse): Promise<void> {
  const isRefused = orderOf(request) === 'retried' && !refused.has(request.body);
  refused.add(request.body);
  response.writeHead(isRefused ? 503 : 201, { 'retry-after': '20' }).end();
  return Promise.resolve();
}
const refused = new Set<string>();
const patience = { timeoutMs: 120_000, everyMs: 1_000 };

/** The commands of docs/guides/backup.md, "Into docker-compose.yml": the backup, then the restore. */
async function commands() {
  const guide = await readFile(path.join(root, 'docs/guides/backup.md'), 'utf8');
  const [, section = ''] = guide.split('### Into docker-compose.yml');
  const [backup = '', restore = ''] = [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, text]) => text!);
  return { backup, restore };
}

/** Copies everything by the guide, loses everything, and brings it back by the guide. Rejects where something is missing. */
export async function restore(topology: Topology, say: (sentence: string) => void): Promise<void> {
  const { context, deployment, instances, urls, reach } = topology;
  const { folder, kept, secrets } = context;
  const docker = createDocker(topology);
  const guide = await commands();
  await using target = await startOrderTarget({ key, answer: refuseOnce });
  const origin = await reach(target.url);
  const owner = await newOwner(urls[0]!, secrets);
  await owner.allow(new URL(origin).hostname, key);
  const { id, url } = await owner.newAutomation(`POST ${origin}/orders with JSON {"order": "{{order}}"}.`);
  const done = await deliver(url, 'done', { order: 'done' });
  await owner.untilAllEnded(id, 60_000);
  const isArchived = async () => {
    await deployment.sweep();
    return (await objectsIn(context)).length > 0;
  };
  await until('the delivery is an object in the bucket', isArchived, patience);
  const retried = await deliver(url, 'retried', { order: 'retried' });
  const isWaiting = async () => (await owner.record(retried.deliveryId)).nextTryAt !== null;
  await until('the run waits for its next try', isWaiting, patience);
  for (const worker of instances.filter(({ kind }) => kind === 'worker')) await kept.stop(nameOf(worker));
  const waiting = await deliver(url, 'waiting', { order: 'waiting' });
  say(
    'a delivery is done and in the bucket, the run of another waits for its next try, a third waits for a worker',
  );

  await docker(guide.backup, folder);
  await kept.stopAll();
  const lost = ['postgres', 'redis', 'redis-replica', 's3', 'secrets', ...instances.map(nameOf)];
  for (const name of lost) await rm(path.join(folder, name), { recursive: true });
  say(`copied by the guide; lost: ${lost.join(', ')}`);
  const printed = await docker(guide.restore.replace(/^.*doctor\.ts$/m, '$& || true'), folder);
  say(`restored by the guide; its last command, the doctor, says:\n${printed.trimEnd()}`);
  // PUBLIC_URL is an address of this machine, which containers do not reach.
  const isWell = printed.includes('yes  redis, replica') && !/^no (?! *PUBLIC_URL)/m.test(printed);

  await owner.untilAllEnded(id, patience.timeoutMs);
  const outcomes = await Promise.all(
    [done, retried, waiting].map(async ({ deliveryId }) => (await owner.record(deliveryId)).outcome),
  );
  const again = await Promise.all(urls.map((api) => deliver(`${api}${new URL(url).pathname}`, 'done', {})));
  const next = await deliver(url, 'next', { order: 'next' });
  await owner.untilAllEnded(id, 60_000);
  const orders = target.seen.map(orderOf);
  const tries = target.seen.filter((one) => orderOf(one) === 'retried');
  const areSame = new Set(tries.map(({ idempotencyKey }) => idempotencyKey)).size === 1;
  say(
    `records: ${outcomes.join(', ')}; the event that was done: ${again.map(({ status }) => status).join(', ')}`,
  );
  say(`a new event: ${next.status}; requests at the target: ${orders.join(', ')}`);
  const isRight =
    isWell &&
    outcomes.every((outcome) => outcome === 'succeeded') &&
    again.every(({ status, deliveryId }) => status === 'duplicate' && deliveryId === done.deliveryId) &&
    areSame &&
    orders.toSorted().join() === 'done,next,retried,retried,waiting';
  if (!isRight) throw new Error('Something was not restored.');
}
