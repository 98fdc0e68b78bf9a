import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { newOwner } from '#test/support/supervised.ts';
import { startOrderTarget } from '#test/support/target.ts';
import { until } from '#test/support/until.ts';
import { root } from '../compose/read-compose.ts';
import { createDocker } from '../docker/docker.ts';
import { startProxy } from '../servers/proxy.ts';
import type { Topology } from '../start-topology.ts';

const key = 'key-of-the-release';
const senderCount = 8;
const everyMs = 50;

/** deploy/release.sh while deliveries go through the proxy by TLS. Rejects where one of them gets no answer, or a wrong one. */
export async function release(topology: Topology, say: (sentence: string) => void): Promise<void> {
  const { urls, context, reach } = topology;
  const { port, ca } = await startProxy(context);
  const agent = new Agent({ ca, keepAlive: true });
  await using target = await startOrderTarget({ key });
  const origin = await reach(target.url);
  const statuses = new Map<string, number>();
  const sent: string[] = [];
  let isOver = false;

  const post = (hook: string, order: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'x-service-event-id': order };
      const one = request(hook, { agent, method: 'POST', headers }, (response) => {
        const asksAgain = response.headers['retry-after'] !== undefined;
        const status = `${response.statusCode}${asksAgain ? ' with Retry-After' : ''}`;
        response.resume().once('end', () => resolve(status));
      });
      // The proxy closes connections that wait for a request when it takes other settings.
      one.once('error', (error) => (one.reusedSocket ? resolve(post(hook, order)) : reject(error)));
      one.end(JSON.stringify({ order }));
    });

  async function send(number: number): Promise<void> {
    const owner = await newOwner(urls[0]!, context.secrets);
    await owner.allow(new URL(origin).hostname, key);
    const { id, url } = await owner.newAutomation(`POST ${origin}/orders with JSON {"order": "{{order}}"}.`);
    const hook = `https://localhost:${port}${new URL(url).pathname}`;
    for (let count = 0; !isOver;) {
      const order = `${number}-${count}`;
      const status = await post(hook, order);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // All runs of a workspace may wait for a worker: its sender comes again.
      if (status === '200') count = sent.push(order);
      else await pause(1_000);
      await pause(everyMs);
    }
    await owner.untilAllEnded(id, 120_000);
  }

  const more = () => {
    const enough = sent.length + 10 * senderCount;
    return until('deliveries', () => sent.length >= enough, { timeoutMs: 60_000 });
  };
  const script = await readFile(path.join(root, 'deploy/release.sh'), 'utf8');
  const all = Promise.all(Array.from({ length: senderCount }, (_, number) => send(number)));
  await Promise.race([all, more()]);
  await Promise.race([all, createDocker(topology)(script, root)]);
  say('workers and both APIs are replaced by deploy/release.sh');
  await Promise.race([all, more()]);
  isOver = true;
  await all;
  agent.destroy();
  const answers = [...statuses].map(([status, times]) => `${times} times ${status}`).join(', ');
  const orders = target.seen.map(({ body }) => (JSON.parse(body) as { order: string }).order);
  const undone = sent.filter((order) => !orders.includes(order));
  say(`answers through the proxy, by TLS: ${answers}; ${sent.length} accepted`);
  say(`lost ${undone.length}, done twice ${orders.length - new Set(orders).size}`);
  // An API that is busy asks the sender to come again; a proxy without an API behind it does not.
  const isGood = [...statuses.keys()].every((status) => status === '200' || /^(429|503) with /.test(status));
  if (!isGood || undone.length > 0 || orders.length !== sent.length)
    throw new Error('The release was not without a gap.');
}
