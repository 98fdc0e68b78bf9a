import { activityInfo, cancellationSignal } from '@temporalio/activity';

import type { RunRef } from '#contracts/run.ts';
import type { Automations } from '#store/automation/automations.ts';
import type { Circuits, TargetState } from '#store/circuits.ts';
import type { Runs } from '#store/run/runs.ts';
import type { AskApprovalDeps } from './ask-approval.ts';
import { withEffectMark } from './effect-mark.ts';
import { createWaitForApproval, endUnapproved, withEditNote } from './end-unapproved.ts';
import {
  doubtOf,
  openRequest,
  type OpenRequest,
  type RequestPosition,
  type TriedStep,
} from './open-request.ts';
import { courseOf, type Tries } from './request-course.ts';
import type { ReadAhead } from './step-reads.ts';
import type { RequestReport } from './request-report.ts';
import { createTargetReports } from './target-reports.ts';
import type { TargetSpeed } from './target-speed.ts';
import { cutOffSignal, isCutOff } from './until-stopping.ts';
import { withHeartbeat } from './with-heartbeat.ts';

interface PerformRequestDeps extends AskApprovalDeps {
  readonly automations: Pick<Automations, 'revision'>;
  readonly circuits: Circuits;
  readonly readAhead?: ReadAhead;
  readonly runs: Pick<Runs, 'openCall' | 'turns' | 'context' | 'giveSlotBack' | 'takeSlotAgain' | 'persist'>;
  /** Aborts when the worker no longer waits for what is under way. */
  readonly stopping: AbortSignal;
  readonly targetSpeed: TargetSpeed;
}

const ended: RequestReport = { isEffectUnknown: false };
const unknown: RequestReport = { isEffectUnknown: true };

/** A remote step is given to another worker by Temporal, a local one goes on as a remote one. */
function elsewhere(): RequestReport {
  if (activityInfo().isLocal) return { isEffectUnknown: false, retryAfterMs: 0 };
  throw cancellationSignal().reason;
}

const cutOffByCrash = { outcome: 'unknown', error: 'The worker stopped while it was being sent.' } as const;
const resting = {
  outcome: 'failed',
  error: 'It was not sent: the target has processed no request of this agent for some time.',
} as const;

const restingInDoubt = {
  outcome: 'unknown',
  error:
    'It may have arrived, and was not sent again: the target has processed no request of this agent since.',
} as const;

/**
 * Requests of a run. Each stores a mark right before it can take effect, so that a crash in between is detected and a
 * request that is not repeatable is not sent again. A request that its target does not process is retried later, as the
 * automation says; a target that fails for long gets a pause.
 */
export function performRequestActivities(deps: PerformRequestDeps) {
  const { stopping } = deps;
  const perform = createPerform(deps);
  const { stateOf, report } = createTargetReports(deps.circuits);
  const resume = createResume({ stateOf, runs: deps.runs });
  const ask = createWaitForApproval(deps);

  async function performRequest(run: RunRef, position: RequestPosition): Promise<RequestReport> {
    const request = await openRequest(deps, run, position);
    if (request === null) return ended;
    if (isCutOff(stopping)) return elsewhere();
    if (await isInDoubt(request)) return await endInDoubt(request);
    const unapproved = request.approval && (await endUnapproved(request, request.approval));
    const waiting = unapproved ?? (request.isWaiting ? await resume(request) : null);
    if (waiting !== null) return waiting;
    const target = await stateOf(request);
    return target.waitMs > 0 ? await rest(request, target.waitMs) : await send(request, target);
  }

  async function send(request: OpenRequest, target: TargetState): Promise<RequestReport> {
    const { progress, policy, record } = request;
    const sentAt = new Date().toISOString();
    const outcome = await perform(request);
    if ('needed' in outcome) return await ask(request, outcome.needed);
    const { step, status, said, exchanged } = outcome;
    const result = withEditNote(outcome.result, request.approval);
    const tries: Tries = [...progress.tries, { at: sentAt, status, error: step?.error ?? null }];
    const course = await courseOf({ ...progress, ...outcome }, policy, tries, stopping);
    const soFar = { ...progress, ...doubtOf(outcome.isEffectUnknown) };
    switch (course.kind) {
      case 'done':
        await Promise.all([
          record({ state: 'done', result }, { step, tries, said, exchanged }),
          report(request, target, outcome),
        ]);
        return ended;
      case 'unknown':
        await Promise.all([
          record(null, { step: step && { ...step, outcome: 'unknown' }, tries, said, exchanged }),
          report(request, target, outcome),
        ]);
        return unknown;
      case 'again':
        await report(request, target, outcome);
        return await again({ ...request, progress: soFar }, { step, tries, said, exchanged }, course.afterMs);
      case 'elsewhere':
        await record({ state: 'not-sent', ...soFar }, null);
        return elsewhere();
    }
  }

  // Saved histories use this activity name.
  return { sendRequest: performRequest };
}

/** Sends it, once its mark is stored. */
const createPerform =
  ({ ports, stopping, targetSpeed }: PerformRequestDeps) =>
  (request: OpenRequest) => {
    const { capability, opened, progress, approval } = request;
    const call = approval?.record?.edited ?? request.call;
    const isApproved = approval?.state === 'approved';
    return withEffectMark(opened, progress, (onSending) =>
      withHeartbeat(() =>
        targetSpeed.watch(capability.targetOf(call), () =>
          capability.perform(call, ports, {
            ...request,
            isApproved,
            signal: cutOffSignal(stopping),
            onSending,
          }),
        ),
      ),
    );
  };

interface ResumeDeps {
  readonly stateOf: ReturnType<typeof createTargetReports>['stateOf'];
  readonly runs: Pick<Runs, 'takeSlotAgain'>;
}

function createResume({ stateOf, runs }: ResumeDeps) {
  /** Takes a slot for the next try, unless the target rests; null where the run has one. */
  return async function resume(request: OpenRequest): Promise<RequestReport | null> {
    const target = await stateOf(request, 0);
    if (target.waitMs > 0) return await rest(request, target.waitMs);
    const { waitMs } = await runs.takeSlotAgain(request.run);
    return waitMs === 0 ? null : { isEffectUnknown: false, retryAfterMs: waitMs };
  };
}

/** Waits for a target that is left to rest, as long as the tries of a request may take. */
async function rest(request: OpenRequest, waitMs: number): Promise<RequestReport> {
  const { call, capability, policy, progress, record } = request;
  const { tries, mayHaveArrived } = progress;
  const step = { step: capability.stepWithoutResult(call, resting), tries };
  const untilMs = Date.parse(progress.since) + (await policy()).withinMinutes * 60_000;
  if (Date.now() + waitMs <= untilMs) return await again(request, step, waitMs);
  if (mayHaveArrived === true) {
    await record(null, { step: capability.stepWithoutResult(call, restingInDoubt), tries });
    return unknown;
  }
  await record({ state: 'done', result: { kind: 'failed', message: resting.error } }, step);
  return ended;
}

/** Whether a worker stopped while it was sending what must not be sent twice. */
async function isInDoubt({ call, capability, isMarked, policy }: OpenRequest): Promise<boolean> {
  return isMarked && !capability.isRepeatable(call) && !(await policy()).honorsIdempotencyKey;
}

async function endInDoubt({ call, capability, progress: { tries }, record }: OpenRequest) {
  await record(null, { step: capability.stepWithoutResult(call, cutOffByCrash), tries });
  return unknown;
}

async function again(
  { progress: { since, mayHaveArrived, asked }, record, giveSlotBack }: OpenRequest,
  left: TriedStep,
  retryAfterMs: number,
): Promise<RequestReport> {
  const nextTryAt = new Date(Date.now() + retryAfterMs).toISOString();
  const inDoubt = doubtOf(mayHaveArrived === true);
  const progress = { since, tries: [...left.tries], ...inDoubt, ...(asked !== undefined && { asked }) };
  await record({ state: 'not-sent', ...progress }, { ...left, nextTryAt });
  await giveSlotBack(retryAfterMs);
  return { isEffectUnknown: false, retryAfterMs };
}
