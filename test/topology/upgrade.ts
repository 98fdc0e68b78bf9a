import { untilReady } from '#bin/supervisor/until-ready.ts';
import { type Instance, keepInstance, nameOf } from './instances.ts';
import { setUpTemporal } from './servers/temporal.ts';
import type { Topology } from './start-topology.ts';

type Running = Pick<Topology, 'context' | 'deployment' | 'instances' | 'urls'>;

/** A run ends within RUN_MAX_MINUTES; those of a storm within seconds. */
const drainWithinMs = 10 * 60_000;

/**
 * A release while deliveries flow, in the order of docs/guides/upgrades.md: the set-up step, new workers beside the old
 * ones, the current version, the end of the old workers one by one when nothing is left on their version, then the APIs.
 * Gives the instances that run now.
 */
export async function upgrade({ context, deployment, instances }: Running): Promise<readonly Instance[]> {
  const { kept, say, signal } = context;
  const oldWorkers = instances.filter(({ kind }) => kind === 'worker');
  const oldBuild = oldWorkers[0]!.buildId;
  const buildId = String(Number(oldBuild) + 1);
  const newWorkers = oldWorkers.map((worker) => ({
    ...worker,
    number: worker.number + oldWorkers.length,
    buildId,
  }));
  await setUpTemporal(context);
  for (const worker of newWorkers) await keepInstance(context, worker);
  await deployment.makeCurrent(buildId);
  say(`build ${buildId} is current: new runs go to ${newWorkers.map(nameOf).join(' and ')}`);
  await deployment.untilDrained(oldBuild, drainWithinMs);
  for (const worker of oldWorkers) await kept.stop(nameOf(worker));
  say(`nothing ran on build ${oldBuild} any more: ${oldWorkers.map(nameOf).join(' and ')} are gone`);
  const newApis = instances.filter(({ kind }) => kind === 'api').map((api) => ({ ...api, buildId }));
  for (const api of newApis) {
    await kept.stop(nameOf(api));
    await keepInstance(context, api);
    await untilReady(`http://localhost:${api.port}`, signal);
    say(`${nameOf(api)} is of build ${buildId}`);
  }
  return [...newApis, ...newWorkers];
}
