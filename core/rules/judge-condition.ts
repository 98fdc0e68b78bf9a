import { LRUCache } from 'lru-cache';

import type { StoredCondition } from '#contracts/condition.ts';
import type { TurnDelivery } from '#contracts/turn.ts';
import {
  type Answers,
  type Compiled,
  compileCondition,
  conditionDialect,
  type ConditionInput,
  evaluateCondition,
  formatCondition,
} from './condition.ts';
import { eventNameOf } from './document/event-name.ts';
import type { FilterOutcome } from './filter.ts';
import { type DeliveryDocument, readDocument } from './read-document.ts';

/** What a condition decides about a delivery; `asks`: the questions to a model that may still decide. */
export interface ConditionOutcome extends FilterOutcome {
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
  { dialect, text }: StoredCondition,
  delivery: TurnDelivery,
  answers: Answers = {},
): ConditionOutcome {
  const read = compiled(text);
  if (read.state === 'invalid' || dialect > conditionDialect) return unreadable;
  const { value, evidence, asks } = evaluateCondition(read.condition, conditionInput(delivery), answers);
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

/** A delivery, as a condition sees it. */
export function conditionInput(delivery: TurnDelivery): ConditionInput {
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
export function plainCondition({ text }: StoredCondition): string {
  const read = compiled(text);
  return `Run when ${read.state === 'compiled' ? formatCondition(read.condition) : text}.`;
}

/** A condition to be kept; or why it is none, with the place. */
export function readCondition(
  text: string,
): StoredCondition | Omit<Extract<Compiled, { state: 'invalid' }>, 'state'> {
  const read = compileCondition(text);
  if (read.state === 'compiled') return { dialect: conditionDialect, text };
  const { state: _, ...fault } = read;
  return fault;
}
