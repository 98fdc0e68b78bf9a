import { z } from 'zod';

import type { FilterRecord } from '../contracts/delivery.ts';
import { type Cost, type Ending, Outcome, type RunRef, type Step } from '../contracts/run.ts';
import type { TurnDelivery, TurnOutput } from '../contracts/turn.ts';
import { type Redis, withBuffers } from './connect.ts';
import { fieldsOf } from './fields.ts';
import { keys } from './keys.ts';
import { CallRecord, Spent, TurnRecord } from './run-records.ts';
import { script } from './script.ts';

/** What a run works on, as it stood when the delivery was accepted. */
export interface RunContext {
  readonly outcome: Outcome;
  readonly agentId: string;
  readonly revision: number;
  readonly automationName: string;
  readonly receivedAt: Date;
  /** Marks data from outside in prompts; drawn once per run. */
  readonly nonce: string;
  readonly delivery: TurnDelivery;
}

const ContextFields = z.object({
  outcome: Outcome,
  agentId: z.string(),
  revision: z.coerce.number().int(),
  automationName: z.string(),
  receivedAt: z.coerce.number(),
  nonce: z.string(),
  eventId: z.string(),
  headers: z.string(),
  reference: z.string().nullable().default(null),
  referenceUrl: z.string().nullable().default(null),
  contentType: z.string().nullable().default(null),
});

const finishScript = script('finish');

/** What a run reads and writes between its steps. Every write may be repeated without harm. */
export function createRuns({ redis, now = Date.now }: { redis: Redis; now?: () => number }) {
  const recordKey = ({ workspaceId, deliveryId }: RunRef) => keys.delivery(workspaceId, deliveryId);
  const turnsKey = ({ workspaceId, deliveryId }: RunRef) => keys.turns(workspaceId, deliveryId);
  const callsKey = ({ workspaceId, deliveryId }: RunRef) => keys.calls(workspaceId, deliveryId);
  const stepsKey = ({ workspaceId, deliveryId }: RunRef) => keys.steps(workspaceId, deliveryId);

  /** Notes when the run began, which workflow run it is, and its nonce; only the first time counts. */
  async function start(run: RunRef, temporalRunId: string, nonce: string): Promise<void> {
    const key = recordKey(run);
    await Promise.all([
      redis.hSetNX(key, 'startedAt', String(now())),
      redis.hSetNX(key, 'runId', temporalRunId),
      redis.hSetNX(key, 'nonce', nonce),
    ]);
  }

  async function context(run: RunRef): Promise<RunContext> {
    const [fields, body] = await Promise.all([
      redis.hGetAll(recordKey(run)),
      withBuffers(redis).get(keys.body(run.workspaceId, run.deliveryId)),
    ]);
    const { eventId, reference, referenceUrl, contentType, headers, receivedAt, ...rest } =
      ContextFields.parse(fields);
    const arrivedAt = new Date(receivedAt);
    return {
      ...rest,
      receivedAt: arrivedAt,
      delivery: {
        eventId,
        reference,
        referenceUrl,
        contentType,
        receivedAt: arrivedAt.toISOString(),
        headers: z.record(z.string(), z.string()).parse(JSON.parse(headers)),
        body: body ?? Buffer.alloc(0),
      },
    };
  }

  /** `reason`: why the filter ends the run, null where the run goes on. */
  async function saveFilter(
    run: RunRef,
    { filter, reason, spent }: { filter: FilterRecord; reason: string | null; spent: Spent },
  ): Promise<void> {
    await Promise.all([
      redis.hSet(recordKey(run), fieldsOf({ filter: JSON.stringify(filter), reason })),
      redis.hSet(turnsKey(run), 'filter', JSON.stringify(spent)),
    ]);
  }

  /** What the agent said at the end, and why it stopped where that needs a reason. */
  async function saveAnswer(
    run: RunRef,
    { answer, reason }: { answer: string | null; reason: string | null },
  ): Promise<void> {
    const fields = fieldsOf({ answer, reason });
    if (fields.length > 0) await redis.hSet(recordKey(run), fields);
  }

  /** Saves the answer of a paid model call; only the first one of a turn is kept. */
  async function saveTurn(run: RunRef, turn: number, output: TurnOutput): Promise<void> {
    await redis.hSetNX(turnsKey(run), String(turn), JSON.stringify(output));
  }

  /** The turns so far, in order. */
  async function turns(run: RunRef): Promise<readonly TurnOutput[]> {
    const { filter: _, ...saved } = await redis.hGetAll(turnsKey(run));
    return Object.entries(saved)
      .toSorted(([a], [b]) => Number(a) - Number(b))
      .map(([, json]) => TurnRecord.parse(JSON.parse(json)));
  }

  /** What every model call of the run used, the filter's included. */
  async function spent(run: RunRef): Promise<readonly Spent[]> {
    return Object.values(await redis.hGetAll(turnsKey(run))).map((json) => Spent.parse(JSON.parse(json)));
  }

  async function saveCall(run: RunRef, callId: string, record: CallRecord): Promise<void> {
    await redis.hSet(callsKey(run), callId, JSON.stringify(record));
  }

  async function calls(run: RunRef): Promise<ReadonlyMap<string, CallRecord>> {
    const saved = Object.entries(await redis.hGetAll(callsKey(run)));
    return new Map(saved.map(([callId, json]) => [callId, CallRecord.parse(JSON.parse(json))]));
  }

  /** `place` orders the steps as text, such as `001` for a turn and `001.01` for its first request. */
  async function saveStep(run: RunRef, place: string, step: Step): Promise<void> {
    await redis.hSet(stepsKey(run), place, JSON.stringify(step));
  }

  /** Ends the run and gives its place back. False when it had ended before. */
  async function finish(
    run: RunRef,
    month: string,
    { outcome, reason }: Ending,
    cost: Cost,
  ): Promise<boolean> {
    const { workspaceId, automationId, deliveryId } = run;
    const ended = await finishScript(
      redis,
      [
        recordKey(run),
        keys.places(workspaceId),
        keys.activity(workspaceId, automationId, 'running'),
        keys.activity(workspaceId, automationId, outcome),
        keys.usage(workspaceId, month),
      ],
      [
        deliveryId,
        ...[cost.automationRuns, cost.inputTokens, cost.outputTokens].map(String),
        cost.money.state,
        String(cost.money.amountMicros ?? 0),
        ...fieldsOf({ outcome, reason, cost: JSON.stringify(cost), finishedAt: now() }),
      ],
    );
    return ended === 1;
  }

  return {
    start,
    context,
    saveFilter,
    saveAnswer,
    saveTurn,
    turns,
    spent,
    saveCall,
    calls,
    saveStep,
    finish,
  };
}

export type Runs = ReturnType<typeof createRuns>;
