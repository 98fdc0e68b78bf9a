import type { Outcome } from '../../contracts/run.ts';
import type { Candidate } from './candidates.ts';
import type { Period } from './source.ts';

/** Which deliveries are looked for: all that is given must hold. */
export interface DeliveryQuery extends Period {
  readonly automationId?: string | undefined;
  readonly outcome?: Outcome | undefined;
  readonly eventId?: string | undefined;
  readonly reference?: string | undefined;
  /** A text: a delivery id, an event id or a reference as a whole, or a part of any text of the delivery. */
  readonly q?: string | undefined;
}

/** Whether a delivery is one of those, apart from `q`. The look-up has seen to the period. */
export const matchesFilters = (
  { row }: Candidate,
  { automationId, outcome, eventId, reference }: DeliveryQuery,
): boolean =>
  isOneOf(automationId, row.automationId) &&
  isOneOf(outcome, row.outcome) &&
  isOneOf(eventId, row.eventId) &&
  isOneOf(reference, row.reference);

const isOneOf = (wanted: string | undefined, found: string | null) =>
  wanted === undefined || wanted === found;

/** Whether the text is the whole of what names a delivery. */
export const isNamedBy = ({ row }: Candidate, text: string): boolean =>
  [row.deliveryId, row.eventId, row.reference].includes(text);

/** Whether the text occurs in a delivery, in upper or lower case. */
export function mentions({ row, answer }: Candidate, text: string): boolean {
  const wanted = text.toLowerCase();
  return [row.deliveryId, row.eventId, row.title, row.reason, answer].some(
    (found) => found?.toLowerCase().includes(wanted) === true,
  );
}

/** How many characters a search for a text goes through in a delivery. */
export const lengthOf = ({ row, answer }: Candidate): number =>
  row.eventId.length + row.title.length + (row.reason?.length ?? 0) + (answer?.length ?? 0);
