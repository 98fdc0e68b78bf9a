import type { Outcome } from '#contracts/run.ts';
import { type Candidate, hasFailed, rowOf, titleOf } from './candidates.ts';
import type { Period } from './source.ts';

/** The conditions of a search: all that are given must hold. */
export interface DeliveryQuery extends Period {
  readonly automationId?: string | undefined;
  readonly outcome?: Outcome | undefined;
  /** Only what failed, with the failure of each. */
  readonly failed?: true | undefined;
  /** Only what failed for this cause. */
  readonly causeId?: string | undefined;
  readonly eventId?: string | undefined;
  readonly reference?: string | undefined;
  /** These alone. */
  readonly deliveryIds?: readonly string[] | undefined;
  /** `exclude`: leaves out what was processed again, and succeeded then. */
  readonly succeededLater?: 'include' | 'exclude' | undefined;
  readonly replayOf?: string | undefined;
  readonly causedBy?: string | undefined;
  /** A text: a delivery id, an event id or a reference as a whole, or a part of any text of the delivery. */
  readonly q?: string | undefined;
}

export const isOfFailures = ({ failed, causeId }: DeliveryQuery): boolean =>
  failed === true || causeId !== undefined;

/** Whether a delivery is one of those, apart from `q`. The look-up has seen to the period. */
export const matchesFilters = (
  candidate: Candidate,
  { automationId, outcome, causeId, eventId, reference, replayOf, causedBy, ...query }: DeliveryQuery,
  { deliveryId, stored, ranOutcome } = candidate,
): boolean =>
  query.deliveryIds?.includes(deliveryId) !== false &&
  (query.failed === undefined || hasFailed(candidate)) &&
  (causeId === undefined || rowOf(candidate).failure?.causeId === causeId) &&
  (query.succeededLater !== 'exclude' || ranOutcome !== 'succeeded') &&
  isOneOf(automationId, stored['automationId']) &&
  isOneOf(outcome, stored['outcome']) &&
  isOneOf(eventId, stored['eventId']) &&
  isOneOf(reference, stored['reference']) &&
  isOneOf(replayOf, stored['replayOf']) &&
  isOneOf(causedBy, stored['causedBy']);

const isOneOf = (wanted: string | undefined, found: string | undefined) =>
  wanted === undefined || wanted === found;

export const isNamedBy = ({ deliveryId, stored }: Candidate, text: string): boolean =>
  text === deliveryId || text === stored['eventId'] || text === stored['reference'];

/** Whether the text occurs in a delivery, in upper or lower case. */
export function mentions(candidate: Candidate, text: string): boolean {
  const wanted = text.toLowerCase();
  return textsOf(candidate).some((found) => found?.toLowerCase().includes(wanted) === true);
}

/** How many characters a search for a text goes through in a delivery. */
export const lengthOf = (candidate: Candidate): number =>
  textsOf(candidate).reduce((sum, text) => sum + (text?.length ?? 0), 0);

const textsOf = ({ deliveryId, stored }: Candidate) => [
  deliveryId,
  stored['eventId'],
  titleOf(stored),
  stored['reason'],
  stored['answer'],
  stored['targetSaid'],
];
