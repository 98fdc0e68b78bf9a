import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type Service, startService } from '../service/service.ts';
import { newShop, type Shop } from '../service/shop.ts';
import { startStormTarget } from '../service/target.ts';
import { orStopped, Stopped } from '../or-stopped.ts';
import { idleConnections } from './idle-connections.ts';
import { noisyNeighbour } from './noisy-neighbour.ts';
import type { FloodOptions } from './options.ts';
import { soak } from './soak.ts';
import { steadyLoad } from './steady-load.ts';

const quietShops = 10;
const goals = { neighbourP99: 1.5, rss: 1.1 } as const;
/** The load is one client, and must not meet the quota of one. */
const settings = { PUBLIC_QUOTA: '1000000' };
const warmUpMs = 10_000;

interface Scene {
  readonly options: FloodOptions;
  readonly service: Service;
  readonly noisy: Shop;
  readonly quiet: readonly Shop[];
  readonly say: (line: string) => void;
  /** Prints a ratio or a count, and remembers one that is above its goal. */
  readonly judge: (title: string, value: number, max: number) => void;
}

/** Floods a service of its own and prints ratios of one run. Gives the exit code: 1 where a goal is missed. */
export async function floodsCommand(options: FloodOptions, stop: AbortSignal): Promise<number> {
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const misses: string[] = [];
  const judge = (title: string, value: number, max: number) => {
    say(`${title}: ${Number(value.toFixed(2))} (goal: at most ${max})`);
    if (!(value <= max)) misses.push(title);
  };
  const folder = await mkdtemp(path.join(tmpdir(), 'reveille-floods-'));
  await using target = await startStormTarget();
  const service = await startService(folder, 1, settings);
  try {
    await orStopped(stop, async () => {
      const shops: Shop[] = [];
      for (let number = 0; number <= quietShops; number += 1)
        shops.push(await newShop(number, { ...service, target }));
      const [noisy, ...quiet] = shops;
      await playFloods({ options, service, noisy: noisy!, quiet, say, judge });
    });
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    misses.push(error.message);
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
  say(misses.length === 0 ? 'Verdict: good.' : `Verdict: FAILED: ${misses.join(', ')}.`);
  return misses.length === 0 ? 0 : 1;
}

async function playFloods(scene: Scene): Promise<void> {
  const { options, quiet } = scene;
  const urls = quiet.map(({ hooks }) => hooks['at-once'].urls[0]!);
  await steadyLoad({ name: 'warm-up', urls, perSecond: 4, durationMs: warmUpMs });
  if (options.rounds > 0) await floodByNeighbour(scene);
  if (options.rounds > 0 && options.connections > 0) await floodOfConnections(scene);
  if (options.soakMinutes > 2) await soakForMinutes(scene);
}

async function floodByNeighbour({ options, noisy, quiet, say, judge }: Scene): Promise<void> {
  const beside = await noisyNeighbour({ ...options, noisy, quiet });
  say(`Without a noisy neighbour: ${beside.quiet}. With one: ${beside.flooded}.`);
  say(`  p50 x ${beside.p50Ratio.toFixed(2)}. Answers to the noisy one: ${beside.noisy}.`);
  judge('p99 beside a noisy neighbour', beside.p99Ratio, goals.neighbourP99);
  judge('deliveries of the others that were refused', beside.refused, 0);
}

async function floodOfConnections({ options, noisy, quiet, say, judge }: Scene): Promise<void> {
  const { held, ...beside } = await idleConnections({ ...options, noisy, quiet });
  say(`Without idle connections: ${beside.quiet}. With ${held.openMax}: ${beside.flooded}.`);
  say(`  p50 x ${beside.p50Ratio.toFixed(2)}, p99 x ${beside.p99Ratio.toFixed(2)}.`);
  say(`  In the last round the server closed ${held.closedByServer}; ${held.failed} failed.`);
  judge('deliveries beside them that were refused', beside.refused, 0);
}

async function soakForMinutes({ options, service, quiet, say, judge }: Scene): Promise<void> {
  const ratios = await soak({ service, shops: quiet, minutes: options.soakMinutes, say });
  for (const [part, ratio] of ratios) {
    const title = `RSS of ${part}, last minute to second`;
    // Records are kept in memory: that of Redis grows with the deliveries.
    if (part === 'redis') say(`${title}: ${ratio.toFixed(2)} (grows with the records)`);
    else judge(title, ratio, goals.rss);
  }
}
