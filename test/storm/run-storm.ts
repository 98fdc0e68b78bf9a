import { inspect } from 'node:util';

import { audit } from './audit/audit.ts';
import type { Observations } from './audit/observations.ts';
import { observe } from './audit/observe.ts';
import { createStrike } from './faults/strike.ts';
import { type Recovery, strikeAll } from './faults/strike-all.ts';
import type { PlannedDelivery } from './plan/delivery.ts';
import type { StormOptions } from './plan/options.ts';
import { type Plan, planStorm } from './plan/plan.ts';
import { progressLine } from './progress-line.ts';
import { orStopped, Stopped } from './or-stopped.ts';
import { type AttemptLog, createAttemptLog } from './send/attempts.ts';
import { sendAll } from './send/send-all.ts';
import { startDecider } from './send/decider.ts';
import { createSender } from './send/sender.ts';
import type { Service } from './service/service.ts';
import { startStormTarget, type StormTarget } from './service/target.ts';
import { setUpStorm, type StormSetup } from './set-up.ts';
import { type Verdict, verdictOf } from './verdict.ts';
import { createWorkDone } from './work-done.ts';

interface StormRun {
  readonly options: StormOptions;
  /** For the data and logs of the service. */
  readonly folder: string;
  /** Called each second. */
  readonly onProgress?: (line: string) => void;
  /** Called when a fault is over. */
  readonly onRecovery?: (recovery: Recovery) => void;
  /** Starts the service that is struck; one on the folder by default. */
  readonly start?: () => Promise<Service>;
  /** Breaks it off: the service is stopped in order, and it rejects with {@link Stopped}. */
  readonly stop?: AbortSignal;
}

export interface Storm extends Verdict {
  readonly plan: Plan;
  readonly log: AttemptLog;
  readonly recoveries: readonly Recovery[];
}

/** Aborts never. */
const neverStopped = new AbortController().signal;

interface StormCourse extends Pick<StormRun, 'onRecovery'> {
  readonly options: StormOptions;
  readonly plan: Plan;
  readonly setup: StormSetup;
  readonly target: StormTarget;
  readonly log: AttemptLog;
  readonly recoveries: Recovery[];
  readonly stop: AbortSignal;
}

/** A storm without an end in this time is broken off. */
const stallMs = 600_000;
const openMaxOfWorkspace = 4;

/** Plays a planned storm on a service of its own, and compares what senders were told with what was done. */
export async function runStorm(storm: StormRun): Promise<Storm> {
  const { options, folder, onProgress, onRecovery, start, stop = neverStopped } = storm;
  const plan = planStorm(options);
  const log = createAttemptLog();
  const recoveries: Recovery[] = [];
  await using target = await startStormTarget();
  const setup = await setUpStorm(options, folder, target, start);
  const show = () => onProgress?.(progressLine({ plan, log, recoveries, target }));
  const progress = setInterval(show, 1_000);
  const decider = startDecider(setup.shops);
  let seen: Observations | null = null;
  let brokenOff: unknown;
  try {
    const course = { options, plan, setup, target, log, recoveries, stop };
    seen = await orStopped(stop, async () => {
      await sendAndStrike({ ...course, ...(onRecovery && { onRecovery }) });
      return await observe({
        ...setup,
        target,
        attempts: log.attempts,
        faults: recoveries.filter(({ skipped }) => skipped === null),
        settleWithinMs: stallMs,
      });
    });
  } catch (error) {
    brokenOff = error;
  } finally {
    clearInterval(progress);
    await decider.stop();
  }
  const codes = await setup.close();
  if (brokenOff instanceof Stopped) throw brokenOff;
  const { findings, found } = audit(plan.deliveries, seen ?? nothingSeen);
  if (brokenOff !== undefined) found('ended', `broken off: ${inspect(brokenOff)}`);
  const ends = setup.service.ends();
  if (ends > 0) found('ended', `a start ended by itself, ${ends} times in all`);
  if (codes.some((code) => code !== 0)) found('ended', `the stop ended with ${codes.join(' and ')}`);
  for (const told of decider.wrong) found('twice', told);
  for (const { path } of target.refused) found('unaccounted', `a request to ${path} came without its key`);
  return { ...verdictOf({ findings, recoveries, seen, deliveries: plan.deliveries }), plan, log, recoveries };
}

/** Sends all deliveries while one fault after the other strikes. */
async function sendAndStrike({
  options,
  plan,
  setup,
  target,
  log,
  recoveries,
  stop: asked,
  onRecovery,
}: StormCourse): Promise<void> {
  const { service, shops, disk } = setup;
  const failed = new AbortController();
  const stop = AbortSignal.any([asked, failed.signal]);
  const hooksOf = (one: PlannedDelivery) => shops[one.workspace]!.hooks[one.target].urls;
  const { deliver } = createSender({ log, hooksOf, stop });
  const { strike } = createStrike({ service, disk, log, hold: options.hold, recoverWithinMs: stallMs });
  let isSent = false;
  const sending = sendAll(plan.deliveries, deliver, {
    perSecond: options.perSecond,
    openMax: options.workspaces * openMaxOfWorkspace,
    allowed: () => plan.faults[recoveries.length + 1]?.after ?? Infinity,
    open: log.open,
    stop,
  }).finally(() => (isSent = true));
  const striking = strikeAll(
    plan.faults,
    {
      log,
      strike,
      isWhole: service.isWhole,
      workDoneSince: createWorkDone(plan.deliveries, log, target),
      isBusy: () => target.open() > 0,
      isSent: () => isSent,
      recoverWithinMs: stallMs,
    },
    (recovery) => {
      recoveries.push(recovery);
      onRecovery?.(recovery);
    },
  );
  try {
    await Promise.all([sending, striking]);
  } catch (error) {
    failed.abort();
    await sending;
    throw error;
  }
}

const nothingSeen: Observations = {
  attempts: [],
  effects: [],
  records: [],
  slots: [],
  bills: [],
  faults: [],
};
