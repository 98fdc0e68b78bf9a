/**
 * Bodies of 1 MB on 2,000 connections at once, slow and fast, to one hook and to many, against an API that the kernel kills
 * beyond 1 GiB and beyond 2 GiB. It must live, answer others within a second, and have what it accepted, byte for byte.
 *
 *   node bench/bodies.ts
 */
import { fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { freePort } from '#platform/free-port.ts';
import { type Flood, type FloodAnswer, floodBody } from './support/body-flood.ts';
import { memoryCgroup } from './support/memory-cgroup.ts';
import { startProcess } from './support/process.ts';
import { unlessQuick } from './support/quick.ts';
import { startServers } from './support/servers.ts';

const connections = unlessQuick(2_000, 200);
const gibibyte = 2 ** 30;
/**
 * Slow is below the 30 s that a body may take; fast are 4 Gbit/s, because the kernel of one machine keeps what is sent at once in
 * the same memory of sockets as that of Redis and Temporal.
 */
const speeds = { fast: 4_000, slow: 20_000 } as const;
const manyHooks = 250;
const quietHooks = 60;
const quietEveryMs = 250;
const quietMsMax = 1_000;

interface Owner {
  readonly hook: string;
  readonly token: string;
}

const servers = await startServers();
process.env['TEMPORAL_ADDRESS'] = servers.temporalAddress;
const adminToken = randomUUID();
const key = randomBytes(32).toString('base64');
const misses: string[] = [];

/** An API that the kernel kills when it takes more memory. */
async function startApi(bytesMax: number) {
  const port = await freePort();
  const group = memoryCgroup(`reveille-bodies-${port}`, bytesMax);
  if (group === null) throw new Error('Control groups of memory cannot be made here: run this as root.');
  const api = await startProcess('bench/support/in-cgroup.ts', {
    CGROUP: group.folder,
    PORT: String(port),
    METRICS_PORT: '0',
    REDIS_URL: servers.redisUrl,
    ADMIN_TOKEN: adminToken,
    MASTER_KEYS: `k1:${key}`,
    DATA_DIR: servers.dataDir,
    LOG_LEVEL: 'fatal',
  });
  const stop = async () => {
    await api.stop();
    group.remove();
  };
  return { url: `http://127.0.0.1:${port}`, group, stop };
}

async function asJson<T>(url: string, token: string, body: object): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as T;
}

/** Each in a workspace of its own: a workspace has eight slots, and no worker ends a run. */
async function newOwner(url: string): Promise<Owner> {
  const { token } = await asJson<{ token: string }>(`${url}/manage/workspaces`, adminToken, {
    name: 'Bodies',
  });
  const automation = { name: 'Bodies', instructions: 'Summarise the delivery.' };
  const made = await asJson<{ url: string }>(`${url}/manage/automations`, token, automation);
  return { hook: `${url}${new URL(made.url).pathname}`, token };
}

async function newOwners(url: string, count: number): Promise<Owner[]> {
  const owners: Owner[] = [];
  while (owners.length < count)
    owners.push(...(await Promise.all(Array.from({ length: 10 }, () => newOwner(url)))));
  return owners.slice(0, count);
}

/** Delivers a little to one after the other, until told to stop; what was refused, and how long each took. */
async function quietDeliveries(owners: readonly Owner[], signal: AbortSignal) {
  const times: number[] = [];
  let refused = 0;
  for (let number = 0; !signal.aborted; number += 1) {
    const startedAt = performance.now();
    const answer = await fetch(owners[number % owners.length]!.hook, {
      method: 'POST',
      headers: { 'x-service-event-id': `quiet-${number}` },
      body: '{"order":1}',
    }).catch(() => null);
    await answer?.text();
    times.push(performance.now() - startedAt);
    if (answer?.status !== 200) refused += 1;
    await delay(quietEveryMs);
  }
  return { times: times.toSorted((one, other) => one - other), refused };
}

async function flood(what: Flood): Promise<readonly FloodAnswer[]> {
  const child = fork(path.join(import.meta.dirname, 'support/body-flood.ts'), { serialization: 'advanced' });
  // Senders are other machines: what they cost must not be taken from the service.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  child.send(what);
  const ended = once(child, 'exit').then(() => [[]]);
  const [answers] = (await Promise.race([once(child, 'message'), ended])) as [readonly FloodAnswer[]];
  return answers;
}

/** How many of the accepted deliveries are not stored as they were sent. */
async function countBroken(url: string, owners: readonly Owner[], accepted: readonly FloodAnswer[]) {
  let broken = 0;
  for (const { number, hook, text } of accepted) {
    const { deliveryId } = JSON.parse(text) as { deliveryId: string };
    const headers = { authorization: `Bearer ${owners[hook]!.token}` };
    const read = () => fetch(`${url}/manage/deliveries/${deliveryId}/body`, { headers });
    let stored = await read();
    // The store may have been given up for a moment.
    for (let tries = 0; tries < 20 && stored.status >= 500; tries += 1) {
      await delay(500);
      stored = await read();
    }
    if (!floodBody(number).equals(Buffer.from(await stored.arrayBuffer()))) broken += 1;
  }
  return broken;
}

/** The status, and of a 503 whether there was no room, or the store or Temporal did not answer in time. */
function said({ status, text }: FloodAnswer): string {
  if (status !== 503) return String(status);
  return text.includes('Too many large bodies') ? '503 (no room)' : '503 (not stored)';
}

function judge(isGood: boolean, sentence: string): void {
  if (isGood) return;
  misses.push(sentence);
  console.log(`  MISSED: ${sentence}`);
}

async function play(bytesMax: number, hooks: number, speed: keyof typeof speeds): Promise<void> {
  const title = `${bytesMax / gibibyte} GiB, ${connections} connections, ${speed}, ${hooks} hooks`;
  const api = await startApi(bytesMax);
  try {
    const owners = await newOwners(api.url, hooks);
    const quiet = await newOwners(api.url, quietHooks);
    const over = new AbortController();
    const beside = quietDeliveries(quiet, over.signal);
    const answers = await flood({
      hooks: owners.map(({ hook }) => hook),
      connections,
      overMs: speeds[speed],
    });
    over.abort();
    const { times, refused } = await beside;
    const accepted = answers.filter(({ text }) => text.includes('"accepted"'));
    const counts = Object.entries(Object.groupBy(answers, said)).map(
      ([what, list = []]) => `${list.length} x ${what}`,
    );
    const [p50, slowest] = [times[Math.floor(times.length / 2)] ?? 0, times.at(-1) ?? Infinity];
    const broken = await countBroken(api.url, owners, accepted).catch(() => accepted.length);
    console.log(
      `${title}: ${counts.join(', ')}; accepted ${accepted.length}, broken ${broken}; peak ${Math.round(api.group.peakBytes() / 1e6)} MB; ` +
        `beside it ${times.length} deliveries, refused ${refused}, p50 ${Math.round(p50)} ms, slowest ${Math.round(slowest)} ms`,
    );
    judge(
      answers.every(({ status }) => status !== 0),
      `${title}: a connection without an answer`,
    );
    judge(broken === 0, `${title}: accepted and not whole`);
    judge(refused === 0, `${title}: others were refused`);
    judge(slowest <= quietMsMax, `${title}: others waited`);
    judge(
      answers.every(({ status, hasRetryAfter }) => status !== 503 || hasRetryAfter),
      `${title}: 503 without Retry-After`,
    );
  } finally {
    await api.stop();
  }
}

try {
  for (const limit of [1, 2])
    for (const hooks of [1, manyHooks])
      for (const speed of ['fast', 'slow'] as const) await play(limit * gibibyte, hooks, speed);
} finally {
  await servers.stop();
}
console.log(misses.length === 0 ? 'Verdict: good.' : `Verdict: FAILED: ${misses.length}.`);
process.exitCode = misses.length === 0 ? 0 : 1;
