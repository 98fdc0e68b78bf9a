import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { stopSignal } from '#bin/supervisor/stop-signal.ts';
import { optionsFrom, usage } from '#test/storm/plan/command-line.ts';
import type { StormOptions } from '#test/storm/plan/options.ts';
import { alerts } from './runs/alerts.ts';
import { bench } from './runs/bench.ts';
import { demo, demoVariables } from './runs/demo.ts';
import { stormOptions, upgradeOptions } from './runs/options.ts';
import { release } from './runs/release.ts';
import { restore } from './runs/restore.ts';
import { stormOnTopology } from './runs/storm.ts';
import { withTopology } from './runs/with-topology.ts';

// docker-compose.yml as processes of this machine: npm run topology [-- demo|storm|upgrade|release|restore|alerts|bench]. docs/guides/topology.md
const helpText = `npm run topology [-- command] [options]: docker-compose.yml on this machine, without an engine

  demo      starts everything, shows that it is one service, stays until Ctrl-C (--once: ends)
  storm     kills each process in turn under deliveries
  upgrade   replaces all APIs and workers by another build under deliveries
  release   deploy/release.sh behind the proxy that ends TLS, under deliveries
  restore   copies everything by the guide on backups, loses everything, and brings it back
  alerts    Prometheus tells of APIs that are gone, and that they are back
  bench     answers at steady rates

Options of storm and upgrade: ${Object.keys(usage)
  .map((name) => `--${name}`)
  .join(', ')}. docs/guides/topology.md`;
const say = (text: string) => console.log(text);
const stop = stopSignal();
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { ...usage, once: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  const { once: isOnce = false, help, ...numbers } = values;
  if (help) {
    say(helpText);
    process.exit(0);
  }
  process.exit((await run(positionals[0] ?? 'demo', isOnce, numbers)) ? 0 : 1);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function run(
  command: string,
  isOnce: boolean,
  numbers: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  switch (command) {
    case 'demo':
      return await withTopology(
        say,
        stop,
        async (topology) => {
          await demo(topology, say);
          if (!isOnce && !stop.aborted) {
            say(
              `ready: ${topology.urls.join(' and ')}, operator's token in ${topology.context.secrets}/admin-token`,
            );
            await once(AbortSignal.any([stop, topology.failed]), 'abort');
          }
          return !topology.failed.aborted;
        },
        demoVariables,
      );
    case 'alerts':
    case 'bench':
    case 'release':
    case 'restore':
      return await withTopology(
        say,
        stop,
        async (topology) => {
          await { alerts, bench, release, restore }[command](topology, say);
          return true;
        },
        command === 'restore' ? demoVariables : {},
      );
    case 'storm':
      return await inFolder(optionsFrom(numbers, stormOptions));
    case 'upgrade':
      return await inFolder(optionsFrom(numbers, upgradeOptions));
    default:
      throw new Error(`There is no "${command}": demo, storm, upgrade, release, restore, alerts or bench.`);
  }
}

async function inFolder(options: StormOptions): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), 'reveille-topology-'));
  say(
    `Seed ${options.seed}: ${options.deliveries} deliveries, ${options.workspaces} workspaces, in ${folder}`,
  );
  const isGood = await stormOnTopology(options, folder, stop);
  if (isGood) await rm(folder, { recursive: true, force: true });
  return isGood;
}
