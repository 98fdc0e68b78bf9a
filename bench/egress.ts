/**
 * Network Access against bare undici, side by side in one run, to the same server on loopback. It compares a request through
 * `egress.send` (decide, resolve, pin, decrypt the header, send, redact an answer of 10 kB) and the same request with
 * undici alone, which reads the same answer to its end as text.
 *
 * There are three baselines, because a connection per call is our policy and costs undici time as well.
 * - `fresh`: undici with a connection per call as documented (`new Agent` and `destroy`); the goal of 0.7 is measured
 *   against this one, because it does the same on the wire
 * - `lean`: the same with `new Client`, the cheapest single connection in undici, which egress uses
 * - `kept`: undici on 64 keep-alive connections, as a service without that policy would use
 *
 * `ours` has policies and log in memory, so that it compares adapters/egress/ with undici only; `whole` has both in Redis. Then a decision alone with 1, 100 and 10,000 policies.
 *
 *   node bench/egress.ts
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { Agent, Client, type Dispatcher, request } from 'undici';

import { startRedis } from '#bin/embedded/redis.ts';
import type { PolicyRecord } from '#contracts/policy.ts';
import { createEgress, type Egress, type EgressDeps } from '#egress/egress.ts';
import { createPolicyMatcher } from '#network-access/match-policies.ts';
import { createSecretMatcher } from '#network-access/match-secrets.ts';
import { createAgents } from '#store/workspace/agents.ts';
import { connectRedis } from '#store/connection/connect.ts';
import { createDecisions } from '#store/policy/decisions.ts';
import { createLoopLinks } from '#store/loop-links.ts';
import { createPolicyStore, type PolicyStore } from '#store/policy/policies.ts';
import { createSecretStore } from '#store/secret/secrets.ts';
import { createVault } from '#store/secret/vault.ts';
import { ms, perSecond, report } from './support/figures.ts';
import { load, median } from './support/load.ts';
import { startProcess } from './support/process.ts';
import { unlessQuick } from './support/quick.ts';
import { freePort } from '#platform/free-port.ts';

const rounds = unlessQuick(5, 1);
const perRound = unlessQuick(1_500, 300);
const headerValue = `Bearer ${randomBytes(24).toString('base64url')}`;
const silent = { warn: () => undefined, error: () => undefined };
const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);

const dataDir = await mkdtemp(path.join(tmpdir(), 'reveille-bench-'));
const server = await startRedis({
  dataDir,
  log: (sentence) => console.error(sentence),
  endsWithUs: true,
});
const redis = await connectRedis(server.url, () => undefined);
const port = await freePort();
const target = await startProcess('bench/bare/target.ts', { PORT: String(port) });
const url = `http://api.test:${port}/v1/things`;
const pooled = new Agent({ connections: 64 });

// No decision is kept for an agent that does not exist.
const agent = await createAgents({ redis }).create('ws_bench', { name: 'Bench', model: null });
const scope = { workspaceId: 'ws_bench', agentId: agent.id };
const vault = createVault([{ id: 'k1', key: randomBytes(32) }]);
const stored = createPolicyStore({ redis, vault });
const secretRecords = createSecretStore({ redis, vault });
await stored.insert(scope, { domain: 'api.test', headerName: 'Authorization', headerValue });

/** The result of one store read, without the round trip to Redis. */
async function fixedLookup(): Promise<PolicyStore> {
  const records: readonly PolicyRecord[] = await stored.all(scope);
  return { ...stored, findByDomains: () => Promise.resolve(records) };
}

const through = (records: PolicyStore, decisions: EgressDeps['decisions']) =>
  createEgress({
    policies: createPolicyMatcher({ records }),
    secrets: records,
    accessTokens: { take: () => Promise.reject(new Error('no policy has OAuth 2')) },
    namedSecrets: { ...secretRecords, match: createSecretMatcher({ records: secretRecords }) },
    loopLinks: createLoopLinks({ vault }),
    decisions,
    allowAddresses: ['127.0.0.0/8'],
    ownEndpoints: [],
    logger: silent,
    resolve,
  });

async function sendThrough(egress: Egress): Promise<void> {
  const result = await egress.send(scope, { method: 'GET', url });
  if (result.kind !== 'answered' || result.body.length !== 10_000) throw new Error(JSON.stringify(result));
}

async function sendBare(dispatcher: Dispatcher): Promise<void> {
  const answer = await request(`http://127.0.0.1:${port}/v1/things`, {
    dispatcher,
    headers: { authorization: headerValue },
  });
  if ((await answer.body.text()).length !== 10_000) throw new Error('not the answer');
}

async function sendBareOnce(dispatcher: Dispatcher): Promise<void> {
  await sendBare(dispatcher);
  await dispatcher.destroy();
}

const sendFresh = () => sendBareOnce(new Agent({ pipelining: 0 }));
const sendLean = () => sendBareOnce(new Client(`http://127.0.0.1:${port}`, { pipelining: 0 }));

/** Also measures CPU time per call, which is less sensitive to other load on the machine. */
async function measure(work: () => Promise<unknown>, options: { total: number; atOnce: number }) {
  const before = process.cpuUsage();
  const series = await load(work, options);
  const { user, system } = process.cpuUsage(before);
  return { ...series, cpuMs: (user + system) / 1_000 / options.total };
}

type Round = Readonly<
  Record<'fresh' | 'ours' | 'lean' | 'whole' | 'kept', Awaited<ReturnType<typeof measure>>>
>;

const contests = [
  { ours: 'ours', bare: 'fresh', name: 'undici with a connection per call', goal: { atLeast: 0.7 } },
  { ours: 'ours', bare: 'lean', name: 'the leanest undici connection per call', goal: null },
  { ours: 'ours', bare: 'kept', name: 'undici on kept connections', goal: null },
  { ours: 'whole', bare: 'fresh', name: 'with Redis, undici with a connection per call', goal: null },
  { ours: 'whole', bare: 'kept', name: 'with Redis, undici on kept connections', goal: null },
] as const;

function reportRequests(atOnce: number, results: readonly Round[]): void {
  const of = (pick: (result: Round) => number) => median(results.map(pick));
  const shown = (name: keyof Round) =>
    `${perSecond(of((r) => r[name].perSecond))}, p99 ${ms(of((r) => r[name].p99Ms))}, processor ${ms(of((r) => r[name].cpuMs))}`;
  for (const { ours, bare, name, goal } of contests)
    report({
      name: `${name}, ${atOnce} at once`,
      ours: shown(ours),
      yardstick: shown(bare),
      ratio: of((r) => r[ours].perSecond / r[bare].perSecond),
      goal,
    });
}

async function compareRequests(): Promise<void> {
  const alone = through(await fixedLookup(), { append: () => Promise.resolve() });
  const whole = through(stored, createDecisions({ redis }));
  const round = async (options: { total: number; atOnce: number }): Promise<Round> => ({
    fresh: await measure(sendFresh, options),
    ours: await measure(() => sendThrough(alone), options),
    lean: await measure(sendLean, options),
    whole: await measure(() => sendThrough(whole), options),
    kept: await measure(() => sendBare(pooled), options),
  });
  for (const atOnce of [1, 16, 64]) {
    const results: Round[] = [];
    for (let n = 0; n <= rounds; n += 1) results.push(await round({ total: perRound, atOnce }));
    // The first round is a warm-up.
    const measured = results.slice(1);
    reportRequests(atOnce, measured);
  }
}

async function compareDecisions(): Promise<void> {
  const egress = through(stored, { append: () => Promise.resolve() });
  const speeds: number[] = [];
  let count = 1;
  for (const policies of [1, 100, 10_000]) {
    for (; count < policies; count += 1) {
      await stored.insert(scope, { domain: `host-${count}.test`, headerName: null, headerValue: null });
    }
    const series = [];
    for (let round = 0; round < rounds; round += 1) {
      series.push(
        await load(() => egress.check(scope, { method: 'GET', url }), { total: 3_000, atOnce: 16 }),
      );
    }
    speeds.push(median(series.map((one) => one.perSecond)));
    const [first = Number.NaN, last = Number.NaN] = [speeds[0], speeds.at(-1)];
    report({
      name: `a decision with ${policies.toLocaleString('en-US')} policies, with one`,
      ours: perSecond(last),
      yardstick: perSecond(first),
      ratio: first / last,
      goal: { atMost: 1.5 },
    });
  }
}

try {
  await compareRequests();
  await compareDecisions();
} finally {
  await pooled.close();
  await target.stop();
  await redis.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
