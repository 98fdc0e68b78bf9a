import type { PlannedDelivery } from '../plan/delivery.ts';
import { expectations } from '../plan/target-kinds.ts';
import type { Attempt, AttemptResult } from '../send/attempts.ts';
import type { Found } from './findings.ts';
import type { SeenRecord } from './observations.ts';

/** All that is known of one event. */
export interface SeenEvent {
  /** Those that bring it, the first one first. */
  readonly deliveries: readonly PlannedDelivery[];
  /** In the order of their beginning. */
  readonly attempts: readonly Attempt[];
  readonly records: readonly SeenRecord[];
  /** When requests arrived at the target. */
  readonly effectsAtMs: readonly number[];
  /** The fault that can have broken off a request which arrived then. */
  readonly faultAt: (atMs: number) => string | undefined;
}

type Taken = Extract<AttemptResult, { kind: 'taken' }>;

/** Compares what senders were told about an event with its record and with what arrived at the target. */
export function auditEvent(event: SeenEvent, report: Found): void {
  const found: Found = (name, what, cause) =>
    report(name, `${nameOf(event)}: ${what}. ${courseOf(event)}`, cause);
  const taken = event.attempts.flatMap(({ result }) => (result.kind === 'taken' ? [result] : []));
  auditAnswers(event, taken, found);
  auditRepeats(event, found);
  for (const record of event.records) auditOutcome(event, record, found);
  const isRecorded = event.records.length > 0 || event.effectsAtMs.length > 0;
  const refusals = event.attempts.flatMap(({ result }) => (result.kind === 'refused' ? [result.status] : []));
  if (isRecorded && refusals.length === event.attempts.length)
    // Only where something failed on our side can a run have begun that was not answered for.
    found(refusals.includes(503) ? 'ghost' : 'wrongAnswer', 'refused each time, and done');
  if (taken.length === 0 && event.records.length === 0 && event.effectsAtMs.length > 0)
    found('unaccounted', 'done without a record');
}

function auditAnswers(event: SeenEvent, taken: readonly Taken[], found: Found): void {
  const { attempts, deliveries, records } = event;
  const known = new Set(records.map(({ deliveryId }) => deliveryId));
  for (const deliveryId of new Set(taken.map(({ deliveryId }) => deliveryId)))
    if (!known.has(deliveryId)) found('lost', `no record of ${deliveryId}`);
  const first = attempts[0]?.result;
  const hasOneSender = deliveries.length === 1 && !deliveries[0]!.isTwice;
  if (hasOneSender && first?.kind === 'taken' && first.status === 'duplicate')
    found('falseDuplicate', first.deliveryId);
  const expected = deliveries[0]!.eventId;
  for (const { eventId } of taken)
    if (expected !== null && eventId !== expected) found('wrongAnswer', `the event id ${eventId}`);
  for (const { result } of attempts)
    if (result.kind === 'refused' && ![429, 503].includes(result.status))
      found('wrongAnswer', `${result.status} ${result.code}`);
}

function auditRepeats({ deliveries, records, effectsAtMs }: SeenEvent, found: Found): void {
  // An event that is known by its payload is another one on another day (UTC).
  const days = new Set(records.map(({ receivedAt }) => receivedAt.slice(0, 10))).size;
  const allowed = deliveries[0]!.eventId === null ? Math.max(days, 1) : 1;
  if (records.length > allowed) found('twice', `${records.length} records`);
  if (effectsAtMs.length > allowed) found('twice', `${effectsAtMs.length} requests at the target`);
}

function auditOutcome(event: SeenEvent, record: SeenRecord, found: Found): void {
  const { outcomes, isReached } = expectations[event.deliveries[0]!.target];
  const { outcome, reason } = record;
  const effects = event.effectsAtMs.length;
  if (outcome === 'running') found('stuck', 'still running');
  else if (outcome === 'unknown_effect') auditUnknown(event, outcomes.includes(outcome), found);
  else if (!outcomes.includes(outcome)) found('lost', `${outcome} (${reason})`);
  else if (isReached && effects === 0) found('lost', `${outcome}, and nothing arrived`);
  if (!isReached && effects > 0) found('twice', `${outcome}, and ${effects} arrived`);
}

function auditUnknown({ effectsAtMs, faultAt, records }: SeenEvent, isExpected: boolean, found: Found): void {
  if (isExpected) {
    found('unknownTheirs', 'cut off by the target');
    return;
  }
  const [atMs] = effectsAtMs;
  const since =
    atMs ?? Math.min(...records.map(({ receivedAt }) => Date.parse(receivedAt) - performance.timeOrigin));
  const fault = faultAt(since);
  const arrival = atMs === undefined ? 'nothing arrived' : `arrived at ${seconds(atMs)}`;
  found(fault === undefined ? 'unexplained' : 'unknownOurs', `${fault ?? 'no fault'}, ${arrival}`, fault);
}

const nameOf = ({ deliveries: [first] }: SeenEvent) =>
  `${first!.order} (workspace ${first!.workspace}, ${first!.target}, id in ${first!.idIn})`;

/** The results of its attempts, and when they came; equal ones in a row are one. */
function courseOf({ attempts, records }: SeenEvent): string {
  const rows: { readonly text: string; readonly fromMs: number; toMs: number; times: number }[] = [];
  for (const { delivery, sender, startedAtMs, endedAtMs, result } of attempts) {
    const { kind } = result;
    const what = kind === 'hung-up' || kind === 'nothing' ? kind : result.status;
    const text = `#${delivery}.${sender} ${what}`;
    const last = rows.at(-1);
    if (last?.text === text) Object.assign(last, { toMs: endedAtMs, times: last.times + 1 });
    else rows.push({ text, fromMs: startedAtMs, toMs: endedAtMs, times: 1 });
  }
  const course = rows.map(
    ({ text, fromMs, toMs, times }) =>
      `${text}${times === 1 ? '' : ` (${times} times)`} at ${seconds(fromMs)}-${seconds(toMs)}`,
  );
  const ends = records.map(({ deliveryId, outcome }) => `${deliveryId} ${outcome}`);
  return `Attempts: ${course.join(', ') || 'none'}. Records: ${ends.join(', ') || 'none'}.`;
}

const seconds = (ms: number) => (ms / 1000).toFixed(1);
