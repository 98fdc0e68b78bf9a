import type { Redis } from '../connection/connect.ts';
import { dayOf } from '../counts/count-keys.ts';
import type { Hook } from '../automation/hooks.ts';
import { keys } from '../records/index.ts';
import { bucketOf } from './answer-buckets.ts';

/** Written together so long after the first of them; a crash loses no more. */
const flushAfterMs = 1_000;
/** Automations and events between two writes; those beyond are not noted. */
const waitingMax = 10_000;
const refusedMax = 1_000;
const daySeconds = 24 * 60 * 60;

interface Waiting {
  readonly hook: Hook;
  readonly answers: Map<string, number>;
  readonly refused: Map<string, number>;
  /** How many requests were refused since the last write, by code. */
  readonly codes: Map<string, number>;
}

/** Notes how hooks answer, beside the answers: nothing waits for it. */
export function createDoorLedger({
  redis,
  onFailure,
  onRefused,
  now = Date.now,
}: {
  readonly redis: Redis;
  readonly onFailure: (error: unknown) => void;
  /** Called with the refused requests of an automation since the last write, by code. */
  readonly onRefused: (hook: Hook, refusals: Readonly<Record<string, number>>) => Promise<void>;
  readonly now?: () => number;
}) {
  let waiting = new Map<string, Waiting>();
  let timer: NodeJS.Timeout | undefined;

  function waitingOf(hook: Hook): Waiting | null {
    const known = waiting.get(hook.automationId);
    if (known !== undefined) return known;
    if (waiting.size >= waitingMax) return null;
    const fresh: Waiting = { hook, answers: new Map(), refused: new Map(), codes: new Map() };
    waiting.set(hook.automationId, fresh);
    timer ??= setTimeout(() => void flush(), flushAfterMs).unref();
    return fresh;
  }

  function noteAnswer(hook: Hook, tookMs: number): void {
    const answers = waitingOf(hook)?.answers;
    const bucket = bucketOf(tookMs);
    answers?.set(bucket, (answers.get(bucket) ?? 0) + 1);
  }

  /** A request that was refused, for whatever reason. */
  function noteCode(hook: Hook, code: string): void {
    const codes = waitingOf(hook)?.codes;
    codes?.set(code, (codes.get(code) ?? 0) + 1);
  }

  /** An event that was answered 429; `deliveryId` is the id that it has once it is taken. */
  function noteRefused(hook: Hook, deliveryId: string): void {
    const refused = waitingOf(hook)?.refused;
    if (refused !== undefined && refused.size < refusedMax && !refused.has(deliveryId))
      refused.set(deliveryId, now());
  }

  /** Writes what waits; never rejects. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const written = [...waiting.values()];
    waiting = new Map();
    const refused = written.filter(({ codes }) => codes.size > 0);
    await Promise.all([
      ...written.map((one) => write(redis, one, now())),
      ...refused.map(({ hook, codes }) => onRefused(hook, Object.fromEntries(codes))),
    ]).catch(onFailure);
  }

  return { noteAnswer, noteCode, noteRefused, flush };
}

async function write(redis: Redis, { hook, answers, refused }: Waiting, nowMs: number): Promise<void> {
  const { workspaceId, automationId } = hook;
  const times = keys.answerTimes(workspaceId, automationId, dayOf(nowMs));
  const events = keys.refusedEvents(workspaceId, automationId);
  const batch = redis.multi();
  for (const [bucket, count] of answers) batch.hIncrBy(times, bucket, count);
  if (answers.size > 0) batch.expire(times, 32 * daySeconds);
  if (refused.size > 0) {
    const members = [...refused].map(([value, score]) => ({ value, score }));
    batch.zAdd(events, members, { condition: 'NX' });
    batch.zRemRangeByRank(events, 0, -refusedMax - 1);
    batch.expire(events, 30 * daySeconds);
  }
  await batch.exec();
}

export type DoorLedger = ReturnType<typeof createDoorLedger>;
