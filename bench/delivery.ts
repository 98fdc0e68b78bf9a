/**
 * The processor time of each process for a delivery: webhook, filter, one POST, recorded. With the checkout of another
 * commit, installed, beside it, both take turns.
 *
 *   node bench/delivery.ts [--baseline FOLDER]
 */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { Client, Connection } from '@temporalio/client';

import { bareQueue } from './bare/start-bare-run.ts';
import { type CpuTimes, withCpuTime } from './support/cpu-time.ts';
import { ms, perSecond, report } from './support/figures.ts';
import { load, median } from './support/load.ts';
import { startOrderTarget } from './support/order-target.ts';
import { startProcess } from './support/process.ts';
import { unlessQuick } from './support/quick.ts';
import { type ServicePart, serviceParts, startWholeService } from './support/whole-service.ts';

const { values } = parseArgs({
  options: { baseline: { type: 'string' }, quick: { type: 'boolean', default: false } },
});
const rounds = unlessQuick(4, 1);
const perRound = 160;
const atOnce = 16;
/** Many workspaces, so that neither the rate limit nor the eight slots of one of them affects the result. */
const hookCount = 40;

const target = await startOrderTarget();

interface Measured {
  readonly perSecond: number;
  /** For one delivery. */
  readonly cpuMs: CpuTimes<ServicePart>;
}

/** A side of the comparison: what it measured so far. */
async function startSide(root: string) {
  const service = await startWholeService(root);
  const content = {
    filter: 'Only run when the status is paid',
    instructions: `POST ${target.url} with JSON {"id": {{id}}}.`,
  };
  const hooks: Awaited<ReturnType<typeof service.newHook>>[] = [];
  for (let count = 0; count < hookCount; count += 1) hooks.push(await service.newHook(content));
  const work = (n: number) => service.runToEnd(hooks[n % hooks.length]!, '{"id":1042,"status":"paid"}');
  const measured: Measured[] = [];

  async function round(): Promise<void> {
    const { result, cpuMs } = await withCpuTime(service.pids, () => load(work, { total: perRound, atOnce }));
    const ofOne = serviceParts.map((part) => [part, cpuMs[part] / perRound]);
    const times = Object.fromEntries(ofOne) as Record<ServicePart, number>;
    measured.push({ perSecond: result.perSecond, cpuMs: times });
  }
  const of = (pick: (one: Measured) => number) => median(measured.map(pick));
  const { temporalAddress, pids } = service;
  const warmUp = () => load(work, { total: hookCount, atOnce });
  return { warmUp, round, of, stop: service.stop, temporalAddress, temporalPid: pids.Temporal };
}

/** The least durable run on the Temporal of a side: what it measured so far. */
async function startLeast({ temporalAddress, temporalPid }: Side) {
  const worker = await startProcess('bench/bare/worker.ts', { TEMPORAL_ADDRESS: temporalAddress });
  const connection = await Connection.connect({ address: temporalAddress });
  const { workflow } = new Client({ connection });
  const work = () => workflow.execute('bareLocal', { workflowId: randomUUID(), taskQueue: bareQueue });
  const measured: number[] = [];

  async function round(): Promise<void> {
    const pids = { Temporal: temporalPid, worker: worker.pid };
    const { cpuMs } = await withCpuTime(pids, () => load(work, { total: perRound, atOnce }));
    measured.push((cpuMs.Temporal + cpuMs.worker) / perRound);
  }

  async function stop(): Promise<void> {
    await connection.close();
    await worker.stop();
  }
  return {
    warmUp: () => load(work, { total: hookCount, atOnce }),
    round,
    cpuMs: () => median(measured),
    stop,
  };
}

type Side = Awaited<ReturnType<typeof startSide>>;

const sum = ({ cpuMs }: Measured) => serviceParts.reduce((all, part) => all + cpuMs[part], 0);

function reportLeast(leastMs: number, baseline: Side | undefined): void {
  const before = baseline?.of(sum) ?? null;
  report({
    name: 'processor time for the least durable run, all parts',
    ours: ms(leastMs),
    yardstick: before === null ? null : ms(before),
    ratio: before === null ? null : leastMs / before,
    goal: null,
  });
}

function reportAll(ours: Side, baseline: Side | undefined): void {
  const rows: readonly (readonly [string, (one: Measured) => number])[] = [
    ...serviceParts.map((part) => [part, (one: Measured) => one.cpuMs[part]] as const),
    ['all parts', sum],
  ];
  for (const [name, pick] of rows) {
    const before = baseline?.of(pick) ?? null;
    report({
      name: `processor time for a delivery, ${name}`,
      ours: ms(ours.of(pick)),
      yardstick: before === null ? null : ms(before),
      ratio: before === null ? null : ours.of(pick) / before,
      goal: before === null || name !== 'all parts' ? null : { atMost: 0.5 },
    });
  }
  const speed = (one: Measured) => one.perSecond;
  const before = baseline?.of(speed) ?? null;
  report({
    name: `${atOnce} at once, deliveries finished`,
    ours: perSecond(ours.of(speed)),
    yardstick: before === null ? null : perSecond(before),
    ratio: before === null ? null : ours.of(speed) / before,
    goal: null,
  });
}

const sides: Side[] = [];
const stops: (() => Promise<void>)[] = [];
try {
  const ours = await startSide(path.resolve(import.meta.dirname, '..'));
  sides.push(ours);
  const baseline = values.baseline === undefined ? undefined : await startSide(path.resolve(values.baseline));
  if (baseline !== undefined) sides.push(baseline);
  const least = await startLeast(ours);
  stops.push(least.stop);
  const measured = [...sides, least];
  for (const one of measured) await one.warmUp();
  for (let n = 0; n < rounds; n += 1) for (const one of measured) await one.round();
  reportAll(ours, baseline);
  reportLeast(least.cpuMs(), baseline);
} finally {
  for (const stop of stops) await stop();
  for (const side of sides) await side.stop();
  target.stop();
}
