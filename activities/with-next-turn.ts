/*
 * The offline rules answer at once: their turn is taken by the step before it, the begin of the run or the last request
 * of the turn before. Each step costs more than such a turn. The work of both is one unit (`adapters/store/run/unit-of-work.ts`): what both
 * need is read once, and what both leave is written at once: the begin with the filter and the first turn, the result of a
 * request with the next turn and its ending. A run that a plan decides goes on in the step that begins it (`go-on.ts`): the begin is
 * then written with the mark of its first request.
 * Invariant: the workflow sees the same turns in the same order, whoever took them. A turn that comes with a report is the one that the
 * workflow would ask for next, and a request whose effect is unknown, or which is to be tried again, brings none. An attempt that
 * dies before its unit is written leaves a call that is marked as sent, and no turn.
 */
import type { BudgetLimits } from '#domain/budget.ts';
import type { DeliveryRun, MessageRun, RunRef } from '#contracts/run.ts';
import type { Marked } from '#store/run/run-hashes.ts';
import type { Runs, RunStore } from '#store/run/runs.ts';
import { assertWritten } from './effect-mark.ts';
import { goOn } from './go-on.ts';
import { createOneAttempt } from './one-attempt.ts';
import type { RequestPosition } from './open-request.ts';
import type { RequestReport } from './request-report.ts';
import type { Begun } from './record.ts';
import { retryUntilPersisted } from './retry-until-persisted.ts';
import { createStepReads, type ReadAhead, type StepReadDeps } from './step-reads.ts';
import type { TurnReport } from '#contracts/turn-report.ts';

interface Steps {
  readonly beginRun: (run: DeliveryRun) => Promise<Begun>;
  readonly beginMessage: (run: MessageRun) => Promise<Begun>;
  readonly sendRequest: (run: RunRef, position: RequestPosition) => Promise<RequestReport>;
  readonly takeTurn: (
    run: RunRef,
    turn: number,
    requestsSent: number,
    budget?: BudgetLimits,
  ) => Promise<TurnReport>;
}

type Persist = (write: () => Promise<Marked>) => Promise<Marked>;

interface Deps extends StepReadDeps {
  readonly runs: RunStore;
}

/** The steps of a run, of which some bring the turn after them. */
export function withNextTurn<Given extends Deps>(
  deps: Given,
  stepsWith: (deps: Omit<Given, 'runs'> & { readonly runs: Runs; readonly readAhead?: ReadAhead }) => Steps,
) {
  const direct = stepsWith(deps);
  const oneAttempt = createOneAttempt();

  function unitOf(run: RunRef) {
    const runs = deps.runs.unitOf(run);
    return {
      steps: stepsWith({ ...deps, ...createStepReads(deps), runs }),
      persist: async (by: Persist) => assertWritten(await by(() => runs.persist(run))),
    };
  }

  async function beginRun(run: DeliveryRun): Promise<Begun> {
    const { steps, persist } = unitOf(run);
    /** The first request belongs to the unit of the begin. */
    const sendFirst = (position: RequestPosition) =>
      andThen(withTurnAfter(steps, run, position), () => persist(retryUntilPersisted));
    async function toItsEnd(): Promise<Begun> {
      const begun = await withFirstTurn(steps, run, await steps.beginRun(run));
      if (begun.status !== 'begun') return begun;
      return await goOn(begun, (position) =>
        position.request === 1 ? sendFirst(position) : sendRequest(run, position),
      );
    }
    return await andThen(toItsEnd(), () => persist(atOnce));
  }

  async function beginMessage(run: MessageRun): Promise<Begun> {
    const begun = await direct.beginMessage(run);
    const { steps, persist } = unitOf(run);
    return await andThen(withFirstTurn(steps, run, begun), () => persist(atOnce));
  }

  async function sendRequest(run: RunRef, position: RequestPosition): Promise<RequestReport> {
    if (position.known !== undefined) return position.known;
    if (position.thenTurn === undefined) return await direct.sendRequest(run, position);
    const { steps, persist } = unitOf(run);
    return await andThen(withTurnAfter(steps, run, position), () => persist(retryUntilPersisted));
  }

  return {
    beginRun: (run: DeliveryRun) => oneAttempt(run, () => beginRun(run)),
    beginMessage,
    sendRequest: (run: RunRef, position: RequestPosition) =>
      oneAttempt(run, () => sendRequest(run, position)),
  };
}

async function withFirstTurn(steps: Steps, run: RunRef, begun: Begun): Promise<Begun> {
  if (begun.status !== 'begun' || !begun.isOffline) return begun;
  return { ...begun, turn: await steps.takeTurn(run, 1, 0, begun.budget) };
}

async function withTurnAfter(steps: Steps, run: RunRef, position: RequestPosition): Promise<RequestReport> {
  const report = await steps.sendRequest(run, position);
  const { turn, request, thenTurn } = position;
  const isOver = !report.isEffectUnknown && report.retryAfterMs === undefined;
  if (!isOver || thenTurn === undefined) return report;
  return { ...report, turn: await steps.takeTurn(run, turn + 1, request, thenTurn.budget) };
}

/** Whether `work` fails or not. */
async function andThen<T>(work: Promise<T>, last: () => Promise<void>): Promise<T> {
  try {
    return await work;
  } finally {
    await last();
  }
}

/** Data that can be made again is not worth waiting for the store. */
const atOnce: Persist = (write) => write();
