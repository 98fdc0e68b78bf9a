import { LRUCache } from 'lru-cache';

import type { ConditionSource } from '#contracts/condition.ts';
import type { TurnDelivery } from '#contracts/turn.ts';
import {
  type Answers,
  type Compiled,
  compileCondition,
  type ConditionInput,
  conditionDialect,
  evaluateCondition,
  formatCondition,
  unguardedMissing,
} from './condition.ts';
import { isDoorExpression } from './cel/paths.ts';
import { eventNameOf } from './document/event-name.ts';
import { type DeliveryDocument, readDocument } from './read-document.ts';

/** What a record says of a verdict: whether the delivery matched, null where that was not decided. */
export const matchedByVerdict = { run: true, skip: false, needs_model: null } as const;

/** What a condition decides about a delivery; `asks`: the questions to a model that may still decide. */
export interface ConditionOutcome {
  readonly verdict: keyof typeof matchedByVerdict;
  readonly reason: string;
  readonly evidence: string;
  readonly asks: readonly string[];
}

/** The conditions that were read last: few are in use at a time. */
const compiledTexts = new LRUCache<string, Compiled>({ max: 200 });

function compiled(text: string): Compiled {
  const known = compiledTexts.get(text);
  if (known !== undefined) return known;
  const made = compileCondition(text);
  compiledTexts.set(text, made);
  return made;
}

/** Never throws. One that this release cannot read decides nothing. `answers`: by question, null where the model was unsure. */
export function judgeCondition(
  { dialect, text }: ConditionSource,
  delivery: TurnDelivery,
  answers: Answers = {},
): ConditionOutcome {
  const read = compiled(text);
  if (read.state === 'invalid' || dialect > conditionDialect) return unreadable;
  const { value, evidence, asks } = evaluateCondition(read.condition, inputOf(delivery), answers);
  if (value === true)
    return { verdict: 'run', reason: `The condition matched: ${evidence}.`, evidence, asks };
  if (value === false)
    return { verdict: 'skip', reason: `The condition did not match: ${evidence}.`, evidence, asks };
  return {
    verdict: 'needs_model',
    reason: `The condition is unknown on this delivery: ${evidence}.`,
    evidence,
    asks,
  };
}

/** A larger body is read by a worker. */
const doorBytesMax = 64 * 1024;

/** Whether a condition may be judged before a delivery is stored: it goes through no list, and its steps are bounded like those of all. */
function isForDoor({ dialect, text }: ConditionSource): boolean {
  const read = compiled(text);
  return (
    read.state === 'compiled' && dialect <= conditionDialect && isDoorExpression(read.condition.expression)
  );
}

/** The verdict where the delivery certainly does not match and {@link isForDoor} holds; null where a worker has to judge. */
export function certainNo(condition: ConditionSource, delivery: TurnDelivery): ConditionOutcome | null {
  if (delivery.body.byteLength > doorBytesMax || !isForDoor(condition)) return null;
  const judged = judgeCondition(condition, delivery);
  return judged.verdict === 'skip' ? judged : null;
}

/** A delivery as conditions and plans see it. */
export function inputOf(delivery: TurnDelivery): ConditionInput {
  const { sender, eventName } = delivery;
  const document = readDocument(delivery);
  return {
    document,
    sender: sender === 'generic' ? null : sender,
    event: kindOfEvent(document, eventName),
  };
}

/** The kind of event as the sender writes it: `pull_request`, if the record has `pull_request.opened`. */
function kindOfEvent(document: DeliveryDocument, recorded: string | null): string | null {
  const written = eventNameOf(document)?.name ?? null;
  return recorded === null || recorded.startsWith(`${written}.`) ? written : recorded;
}

const unreadable: ConditionOutcome = {
  verdict: 'needs_model',
  reason: 'The condition was written for another release, which this one cannot read.',
  evidence: 'the condition cannot be read',
  asks: [],
};

/** A condition in its one spelling, for people. */
export function plainCondition({ text }: ConditionSource): string {
  const read = compiled(text);
  return `Run when ${read.state === 'compiled' ? formatCondition(read.condition) : text}.`;
}

/** A condition to be kept; or why it is none, with the place. */
export function readCondition(
  text: string,
): ConditionSource | Omit<Extract<Compiled, { state: 'invalid' }>, 'state'> {
  const read = compileCondition(text);
  if (read.state === 'compiled') return { dialect: conditionDialect, text };
  const { state: _, ...fault } = read;
  return fault;
}

/** Members that the deliveries lack, so that the condition is unknown there; none of a condition that this release cannot read. */
export function lackedBy(
  { dialect, text }: ConditionSource,
  deliveries: readonly TurnDelivery[],
): ReturnType<typeof unguardedMissing> {
  const read = compiled(text);
  if (read.state === 'invalid' || dialect > conditionDialect) return [];
  return unguardedMissing(read.condition, deliveries.map(inputOf));
}
