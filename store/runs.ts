import type { FilterRecord } from '../contracts/delivery.ts';
import type { Step } from '../capabilities/step.ts';
import type { TurnOutput } from '../capabilities/agent-turn.ts';
import type { DeliveryRun, Ending, RunRef } from '../contracts/run.ts';
import { costOf, knownPartOf } from '../domain/cost.ts';
import { monthOf } from '../domain/month.ts';
import { runIdOf, runOwnerOf } from '../domain/run-ref.ts';
import { type Redis, withBuffers } from './connect.ts';
import { fieldsOf } from './fields.ts';
import { keys } from './keys.ts';
import { type Access, contextOf, type ContextOf, type DeliveryContext } from './run-context.ts';
import { json } from './record-fields.ts';
import { CallRecord, Spent, TurnRecord } from './run-records.ts';
import { script } from './script.ts';

const finishScript = script('finish');

/** What a run reads and writes between its steps. Every write may be repeated without harm. */
export function createRuns({ redis, now = Date.now }: { redis: Redis; now?: () => number }) {
  const recordKey = (run: RunRef) => keys.run(run.workspaceId, runIdOf(run));
  const turnsKey = (run: RunRef) => keys.turns(run.workspaceId, runIdOf(run));
  const callsKey = (run: RunRef) => keys.calls(run.workspaceId, runIdOf(run));
  const stepsKey = (run: RunRef) => keys.steps(run.workspaceId, runIdOf(run));

  /** Notes when the run began, which workflow run it is, and its nonce; only the first time counts. */
  async function begin(run: DeliveryRun, temporalRunId: string, nonce: string): Promise<DeliveryContext> {
    const key = recordKey(run);
    const [, , , begun] = await Promise.all([
      redis.hSetNX(key, 'startedAt', String(now())),
      redis.hSetNX(key, 'runId', temporalRunId),
      redis.hSetNX(key, 'nonce', nonce),
      // Commands of one connection are answered in their order: this one sees what the others wrote.
      context(run),
    ]);
    return begun;
  }

  async function context<Run extends RunRef>(run: Run): Promise<ContextOf<Run>> {
    const [fields, body] = await Promise.all([
      redis.hGetAll(recordKey(run)),
      withBuffers(redis).get(keys.body(run.workspaceId, runIdOf(run))),
    ]);
    return contextOf(run, fields, body ?? Buffer.alloc(0));
  }

  /**
   * Notes that a model is about to be asked. Until its answer is saved, or the attempt is known to have cost nothing, its
   * price is unknown: whoever dies in between leaves that behind. `attempt` names it within the run.
   */
  async function beginAttempt(run: RunRef, attempt: string): Promise<void> {
    await redis.hSet(turnsKey(run), attemptField(attempt), lostAttempt);
  }

  async function forgetAttempt(run: RunRef, attempt: string): Promise<void> {
    await redis.hDel(turnsKey(run), attemptField(attempt));
  }

  /** A filter that nothing was found out about yet; what its calls cost is kept apart. */
  async function saveOpenFilter(run: RunRef, filter: FilterRecord): Promise<void> {
    await redis.hSet(recordKey(run), 'filter', JSON.stringify(filter));
  }

  async function saveFilter(
    run: RunRef,
    filter: FilterRecord,
    { attempt, ...spent }: Spent & { readonly attempt?: string },
  ): Promise<void> {
    await redis
      .multi()
      .hSet(recordKey(run), 'filter', JSON.stringify(filter))
      .hSet(turnsKey(run), 'filter', JSON.stringify(spent))
      .hDel(turnsKey(run), attemptField(attempt ?? 'none'))
      .exec();
  }

  /** Saves the answer of a paid model call in one write, before anything else; only the first of a turn is kept. */
  async function saveTurn(
    run: RunRef,
    turn: number,
    {
      output,
      step,
      access,
      attempt = 'none',
    }: { output: TurnOutput; step: Step; access: Access; attempt?: string },
  ): Promise<void> {
    const [isFirst] = await redis
      .multi()
      .hSetNX(turnsKey(run), String(turn), JSON.stringify(output))
      .hSet(stepsKey(run), placeOf(turn), JSON.stringify(step))
      .hSet(recordKey(run), 'answer', output.answer ?? '')
      .hSetNX(recordKey(run), 'access', JSON.stringify(access))
      .hDel(turnsKey(run), attemptField(attempt))
      .exec();
    // An attempt that was given up for lost and came back all the same is not listened to; it was paid.
    const spentTwice = JSON.stringify({ usage: output.usage, cost: output.cost });
    if (Number(isFirst) === 0 && attempt !== 'none')
      await redis.hSet(turnsKey(run), attemptField(attempt), spentTwice);
  }

  /** The turns so far, in order. */
  async function turns(run: RunRef): Promise<readonly TurnOutput[]> {
    const saved = await redis.hGetAll(turnsKey(run));
    return Object.entries(saved)
      .filter(([field]) => /^\d+$/.test(field))
      .toSorted(([a], [b]) => Number(a) - Number(b))
      .map(([, json]) => TurnRecord.parse(JSON.parse(json)));
  }

  /** What every model call of the run used, the filter's included; one that cannot be read counts as lost. */
  async function spent(run: RunRef): Promise<readonly Spent[]> {
    return Object.values(await redis.hGetAll(turnsKey(run))).map((json) => {
      const read = StoredSpent.safeParse(json);
      return read.success ? read.data : lostCall;
    });
  }

  async function saveCall(run: RunRef, callId: string, record: CallRecord): Promise<void> {
    await redis.hSet(callsKey(run), callId, JSON.stringify(record));
  }

  async function calls(run: RunRef): Promise<ReadonlyMap<string, CallRecord>> {
    const saved = Object.entries(await redis.hGetAll(callsKey(run)));
    return new Map(saved.map(([callId, json]) => [callId, CallRecord.parse(JSON.parse(json))]));
  }

  /** `position`: the turn, how many requests the run has sent with this call, and for other calls their number in the turn. */
  async function saveStep(run: RunRef, position: readonly number[], step: Step): Promise<void> {
    await redis.hSet(stepsKey(run), placeOf(...position), JSON.stringify(step));
  }

  /**
   * Ends the run, counts what it cost and gives its place back. False when it had ended before, or its record is gone.
   * A message of a chat costs what its model calls cost; it is no automation run.
   */
  async function finish(run: RunRef, { outcome, reason }: Ending): Promise<boolean> {
    const { workspaceId } = run;
    const [runId, ownerId, isMessage] = [runIdOf(run), runOwnerOf(run), run.kind === 'message'];
    const [receivedAt, spentSoFar] = await Promise.all([
      redis.hGet(recordKey(run), 'receivedAt'),
      spent(run),
    ]);
    if (receivedAt === null) return false;
    const cost = costOf(spentSoFar, { isBilled: !isMessage && outcome !== 'skipped' });
    const ended = await finishScript(
      redis,
      [
        recordKey(run),
        isMessage ? keys.openMessages(workspaceId) : keys.slots(workspaceId),
        keys.activityWith(workspaceId, ownerId, 'running'),
        keys.activityWith(workspaceId, ownerId, outcome),
        keys.usage(workspaceId, monthOf(new Date(Number(receivedAt)))),
      ],
      [
        runId,
        ...[cost.automationRuns, cost.inputTokens, cost.outputTokens].map(String),
        cost.money.state,
        String(knownPartOf(cost.money)),
        ...fieldsOf({ outcome, reason, cost: JSON.stringify(cost), finishedAt: now() }),
      ],
    );
    return ended === 1;
  }

  return {
    begin,
    context,
    beginAttempt,
    forgetAttempt,
    saveFilter,
    saveOpenFilter,
    saveTurn,
    turns,
    spent,
    saveCall,
    calls,
    saveStep,
    finish,
  };
}

const attemptField = (attempt: string) => `attempt:${attempt}`;

const StoredSpent = json(Spent);

const lostCall: Spent = {
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, isReported: false },
  cost: { state: 'unknown', amountMicros: null, currency: 'USD', priceTable: null },
};
const lostAttempt = JSON.stringify(lostCall);

/**
 * Orders the steps of a run as text: `001` for a turn, `001.001` for a request that it asked for, `001.001.002` for what
 * it looked up after that request.
 */
const placeOf = (...numbers: number[]) => numbers.map((number) => String(number).padStart(3, '0')).join('.');

export type Runs = ReturnType<typeof createRuns>;
