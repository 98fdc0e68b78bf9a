import { failureOfRun } from '#capabilities/failure.ts';
import { FilterRecord } from '#contracts/delivery.ts';
import { Failure } from '#contracts/failure.ts';
import type { DeliveryRun, Ending, RunRef } from '#contracts/run.ts';
import { CallTaken } from '#domain/call-taken.ts';
import { knownPartOf } from '#domain/cost.ts';
import { startOfText } from '#domain/recorded-body.ts';
import { RecordMissing } from '#domain/record-missing.ts';
import { runIdOf, runOwnerOf } from '#domain/run-ref.ts';
import type { Redis } from '../connection/connect.ts';
import { countMoment } from '../counts/count-keys.ts';
import { noted } from '../event/note-event.ts';
import { epochMs, fieldsOf, json } from '../records/fields.ts';
import { budgetPrefixes } from '../records/budget.ts';
import { runRecords } from '../records/run.ts';
import type { Spent } from './run-records.ts';
import { named, script } from '../script.ts';
import { sharesOf } from '../usage/shares-of-run.ts';
import { storableCost } from '../usage/storable-cost.ts';
import { accountOfRun } from './account.ts';
import { finishKeys } from './finish-keys.ts';
import type { HashesOf, Stored } from './run-hashes.ts';
import { decideUnknownEffect } from './unknown-effect.ts';

const finishScript = script('finish', [
  'fields-of',
  'publish-change',
  'write-run',
  'count',
  'storage',
  'budget',
  'line',
  'held',
  'waits',
  'approvals',
  'note-event',
  'end-run',
]);
const StoredFilter = json(FilterRecord);
const StoredFailure = json(Failure);
const { fields } = runRecords.run;

/** `isFirst`: the run ended now, and not before. The ending is as recorded; the reason of an earlier one is not told. */
export interface Finished {
  readonly isFirst: boolean;
  /** Whether alert rules have to judge it. */
  readonly isWatched: boolean;
  /** Whether the next run of its reference may begin. */
  readonly freesNext: boolean;
  /** The targets of events to be woken: its event was noted with its end. */
  readonly toldTargets: readonly string[];
  readonly ending: Ending;
}

/** A run that ended now; its time counts from the arrival of what it processed. */
export interface EndedRun {
  readonly kind: RunRef['kind'];
  readonly outcome: Ending['outcome'];
  readonly durationMs: number;
}

export function createFinish({
  redis,
  hashesOf,
  now,
  spent,
  onEnded,
}: {
  redis: Redis;
  hashesOf: HashesOf;
  now: () => number;
  spent: (run: RunRef) => Promise<readonly Spent[]>;
  /** Called once for each run, by the process that ends it. */
  onEnded?: ((ended: EndedRun) => void) | undefined;
}) {
  /**
   * Ends the run, counts what it cost and gives its slot back, whatever the record holds. One that ends as failed while a
   * request may have arrived has an unknown effect, whoever ends it. A message of a chat costs what its model calls cost;
   * it is no automation run. Throws CallTaken or RecordMissing where what a unit of
   * work holds back is not to be written.
   */
  return async function finish(run: RunRef, given: Ending): Promise<Finished> {
    for (;;) {
      const { ending, sendingCount } = await decideUnknownEffect(hashesOf(run), given);
      const { status, ...told } = await end(run, ending, sendingCount);
      if (status !== 'changed') return finishedAs(status, told, ending);
    }
  };

  async function end(run: RunRef, ending: Ending, sendingCount: number | null): Promise<Ended> {
    const hashes = hashesOf(run);
    const [stored, calls] = await Promise.all([hashes.read('record'), spent(run)]);
    if (stored['receivedAt'] === undefined) return { status: 'gone', ...nothingTold };
    const answer = stored['answer'] ? null : await accountOfRun(hashes);
    const { ended, durationMs, ...end } = endOf(run, {
      ending,
      answer,
      sendingCount,
      stored,
      calls,
      now: now(),
    });
    let told: Told = nothingTold;
    const status = (await hashes.writeWith(async (held) => {
      const answered = (await finishScript(redis, end.keys, [named(ended), ...held])) as [string] | string;
      const [word = '', next = '', ...toldTargets] = [answered].flat();
      told = { freesNext: next !== '', toldTargets };
      return word;
    })) as Answer | 'taken' | 'lost';
    if (status === 'taken') throw new CallTaken();
    if (status === 'lost') throw new RecordMissing(runIdOf(run));
    if (status === 'ended' || status === 'watched')
      onEnded?.({ kind: run.kind, outcome: ending.outcome, durationMs });
    return { status, ...told };
  }
}

interface End {
  readonly ending: Ending;
  /** The text in place of an answer of the agent; null if it gave one. */
  readonly answer: string | null;
  readonly sendingCount: number | null;
  readonly stored: Stored;
  readonly calls: readonly Spent[];
  readonly now: number;
}

/** The end of a run as `script-parts/end-run.lua` takes it, with its keys. */
export function endOf(run: RunRef, { ending, answer, sendingCount, stored, calls, now }: End) {
  const { outcome, reason, hasResult } = ending;
  const receivedAt = epochMs.safeDecode(stored['receivedAt'] ?? '').data ?? now;
  const options = { isBilled: isBilled(run.kind, outcome, stored['filter'] ?? null) };
  const cost = storableCost(calls, options);
  // Another process may have noted the arrival by another clock.
  const finishedAt = Math.max(now, receivedAt);
  const answerStart = run.kind === 'delivery' ? startOfText(answer ?? stored['answer'] ?? '') : null;
  const noted = StoredFailure.safeDecode(stored['failure'] ?? '');
  const record = fieldsOf(fields, {
    answer: answer ?? undefined,
    answerStart,
    failure: run.kind === 'delivery' ? failureOfRun(ending, noted.data ?? null) : null,
    hasResult,
    outcome,
    reason,
    cost,
    finishedAt,
  });
  const { automationRuns, inputTokens, outputTokens, money } = cost;
  const [budgetRuns, budgetUse] = budgetPrefixes(run.workspaceId, runOwnerOf(run));
  const ended = {
    runId: runIdOf(run),
    receivedAt,
    record,
    automationRuns,
    inputTokens,
    outputTokens,
    moneyState: money.state,
    micros: knownPartOf(money),
    shares: sharesOf({ owner: usedBy(run, stored), cost, calls, options }),
    budgetRuns,
    budgetUse,
    /** How many calls are on their way as far as is known here; nil where that does not matter. */
    sendingCount: sendingCount ?? undefined,
    moment: run.kind === 'delivery' ? countMoment(receivedAt) : '',
    event: run.kind === 'delivery' ? endEvent(run, finishedAt) : undefined,
  };
  return { keys: finishKeys(run, outcome, receivedAt), ended, durationMs: finishedAt - receivedAt };
}

type Told = Pick<Finished, 'freesNext' | 'toldTargets'>;

const nothingTold: Told = { freesNext: false, toldTargets: [] };

interface Ended extends Told {
  readonly status: Answer;
}

type Answer = 'ended' | 'watched' | 'gone' | 'changed' | Ending['outcome'];

function finishedAs(answer: Exclude<Answer, 'changed'>, told: Told, ending: Ending): Finished {
  if (answer === 'ended' || answer === 'watched')
    return { isFirst: true, isWatched: answer === 'watched', ...told, ending };
  const recorded = answer === 'gone' ? ending : { outcome: answer, reason: null };
  return { isFirst: false, isWatched: false, ...told, ending: recorded };
}

const endEvent = ({ automationId, deliveryId }: DeliveryRun, at: number) =>
  noted({ kind: 'run.finished', subject: deliveryId, at, facts: { automationId, deliveryId } });

/** The owner of the usage: the automation, or for a message the agent. */
const usedBy = (run: RunRef, { agentId = '', automationName = '' }: Stored) => ({
  id: run.kind === 'delivery' ? run.automationId : agentId,
  name: automationName,
});

/** A delivery that its filter let through to the agent: a filter that could not be decided did not. */
const isBilled = (kind: RunRef['kind'], outcome: Ending['outcome'], filter: string | null): boolean =>
  kind === 'delivery' &&
  outcome !== 'skipped' &&
  (outcome !== 'needs_model' || filter === null || StoredFilter.safeDecode(filter).data?.matched === true);
