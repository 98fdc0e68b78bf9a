/**
 * Network Access against bare undici, side by side in one run, to the same server on loopback. It compares a request through
 * `egress.send` (decide, resolve, pin, decrypt the header, send, redact an answer of 10 kB) and the same request with
 * undici alone, which reads the same answer to its end as text.
 *
 * There are three baselines: a POST has a connection per call by our policy, which costs undici time as well, and a GET one that
 * stays open for the same policy.
 * - `fresh`: undici with a connection per call as documented (`new Agent` and `destroy`), which does the same on the wire as our POST
 * - `lean`: the same with `new Client`, the cheapest single connection in undici, which egress uses
 * - `kept`: undici on 64 keep-alive connections, as a service without that policy would use
 *
 * The `least` is what no check of ours can get below: the dispatch of egress (`sendOnWire`) alone, on a connection per call.
 * `ours` has policies and log in memory, so that it compares adapters/egress/ with undici only; `whole` has both in Redis. Then a decision alone with 1, 100 and 10,000 policies.
 *
 *   node bench/egress.ts
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

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
import { answerBytes, bareCalls, type Method, postBody } from './support/bare-calls.ts';
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
const api = await startProcess('bench/bare/target.ts', { PORT: String(port) });
const url = `http://api.test:${port}/v1/things`;
const bare = bareCalls(`http://127.0.0.1:${port}/v1/things`, headerValue);

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

const sendThrough = (egress: Egress) => async (method: Method) => {
  const body = method === 'POST' ? postBody : undefined;
  const result = await egress.send(scope, { method, url, ...(body !== undefined && { body }) });
  if (result.kind !== 'answered' || result.body.length !== answerBytes)
    throw new Error(JSON.stringify(result));
};

/** Also measures CPU time per call, which is less sensitive to other load on the machine. */
async function measure(work: () => Promise<unknown>, options: { total: number; atOnce: number }) {
  const before = process.cpuUsage();
  const series = await load(work, options);
  const { user, system } = process.cpuUsage(before);
  return { ...series, cpuMs: (user + system) / 1_000 / options.total };
}

type Series = Awaited<ReturnType<typeof measure>>;
type Round = Readonly<Record<'fresh' | 'ours' | 'lean' | 'least' | 'whole' | 'kept', Series>>;

const contests = [
  { ours: 'ours', bare: 'fresh', name: 'undici with a connection per call', goal: { atLeast: 0.85 } },
  { ours: 'least', bare: 'fresh', name: 'the dispatch alone, undici with a connection per call', goal: null },
  { ours: 'ours', bare: 'lean', name: 'the leanest undici connection per call', goal: null },
  { ours: 'ours', bare: 'kept', name: 'undici on kept connections', goal: null },
  { ours: 'whole', bare: 'fresh', name: 'with Redis, undici with a connection per call', goal: null },
  { ours: 'whole', bare: 'kept', name: 'with Redis, undici on kept connections', goal: null },
] as const;

function reportRequests(method: Method, atOnce: number, results: readonly Round[]): void {
  const of = (pick: (result: Round) => number) => median(results.map(pick));
  const shown = (name: keyof Round) =>
    `${perSecond(of((r) => r[name].perSecond))}, p99 ${ms(of((r) => r[name].p99Ms))}, processor ${ms(of((r) => r[name].cpuMs))}`;
  for (const { ours, bare, name, goal } of contests)
    report({
      name: `${method}, ${name}, ${atOnce} at once`,
      ours: shown(ours),
      yardstick: shown(bare),
      ratio: of((r) => r[ours].perSecond / r[bare].perSecond),
      goal,
    });
}

async function compareRequests(): Promise<void> {
  const alone = sendThrough(through(await fixedLookup(), { append: () => Promise.resolve() }));
  const whole = sendThrough(through(stored, createDecisions({ redis })));
  const round = async (method: Method, options: { total: number; atOnce: number }): Promise<Round> => ({
    fresh: await measure(() => bare.fresh(method), options),
    ours: await measure(() => alone(method), options),
    lean: await measure(() => bare.lean(method), options),
    least: await measure(() => bare.least(method), options),
    whole: await measure(() => whole(method), options),
    kept: await measure(() => bare.kept(method), options),
  });
  for (const method of ['GET', 'POST'] as const)
    for (const atOnce of [1, 16, 64]) {
      const results: Round[] = [];
      for (let n = 0; n <= rounds; n += 1) results.push(await round(method, { total: perRound, atOnce }));
      // The first round is a warm-up.
      reportRequests(method, atOnce, results.slice(1));
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
  await bare.close();
  await api.stop();
  await redis.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
