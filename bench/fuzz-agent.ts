/**
 * Whole runs with a model that asks for random things, ends in every way that is a failure and reports usages that cannot
 * be, with the real loop, activities, store and egress, on a separate Redis. Prints its seed and the outcomes; exits with 1
 * if a run broke a rule.
 *
 *   node bench/fuzz-agent.ts [runs] [first seed]
 */
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { startRedis } from '#bin/embedded/redis.ts';
import { connectRedis } from '#store/connection/connect.ts';
import { createAgentFuzzer } from '#test/support/fuzz/agent.ts';
import { playMany } from '#test/support/fuzz/many.ts';
import { startWorld } from '#test/support/fuzz/world.ts';
import { quietRuntime } from '#test/support/quiet-runtime.ts';

const [count = 10_000, firstSeed = randomInt(2 ** 31)] = process.argv.slice(2).map(Number);

quietRuntime();
const dataDir = await mkdtemp(path.join(tmpdir(), 'reveille-fuzz-'));
const server = await startRedis({
  dataDir,
  log: (sentence) => console.error(sentence),
  endsWithUs: true,
});
const redis = await connectRedis(server.url, () => undefined);
const world = await startWorld();
const startedAt = performance.now();
const { faults, ...tally } = await playMany(
  createAgentFuzzer({ redis, world }),
  { firstSeed, count },
  (played) => {
    if (played % 1_000 === 0) console.error(`${played} of ${count}`);
  },
);
const seconds = Math.round((performance.now() - startedAt) / 1_000);
const wrong = [...faults, ...world.violations];
console.log(JSON.stringify({ count, firstSeed, seconds, ...tally, ...world.seen(), wrong: wrong.length }));
for (const line of wrong.slice(0, 50)) console.log(line);
await world[Symbol.asyncDispose]();
redis.destroy();
await server.stop();
await rm(dataDir, { recursive: true, force: true });
process.exit(wrong.length === 0 ? 0 : 1);
