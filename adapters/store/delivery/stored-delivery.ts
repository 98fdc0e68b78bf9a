import type { z } from 'zod';

import { namesOf, readWithPlaceholders } from '../records/read.ts';
import { runRecords } from '../records/run.ts';
import { damagedRun, reasonWithDamage } from '../run/damage.ts';

const { fields: runFields } = runRecords.run;

/** The owner sees these as they are stored, in lists too. A field that is named nowhere here is shown nowhere. */
const ShownInRow = runFields.pick({
  automationId: true,
  automationName: true,
  eventId: true,
  outcome: true,
  reason: true,
  reference: true,
  referenceUrl: true,
  cost: true,
  requests: true,
  targetSaid: true,
  answerStart: true,
  duplicates: true,
  replayOf: true,
});
const Shown = ShownInRow.extend(
  runFields.pick({
    agentId: true,
    revision: true,
    eventIdSource: true,
    sender: true,
    eventName: true,
    verified: true,
    traceId: true,
    filter: true,
    answer: true,
    warnings: true,
    runOf: true,
  }).shape,
);

/** Other members are made of these. */
const RowFields = ShownInRow.extend(
  runFields.pick({
    answer: true,
    eventName: true,
    receivedAt: true,
    heldSince: true,
    nextTryAt: true,
    startedAt: true,
    finishedAt: true,
    lastDuplicateAt: true,
    replayedAs: true,
    round: true,
    causedBy: true,
    failure: true,
    hasResult: true,
  }).shape,
);
const Fields = RowFields.extend(Shown.shape).extend(
  runFields.pick({
    workflowId: true,
    runId: true,
    contentType: true,
    headers: true,
    sizeBytes: true,
    eventIdFrom: true,
    shapeWarnings: true,
    erasedAt: true,
  }).shape,
);

export const shownNames = namesOf(Shown);
export const shownInRowNames = namesOf(ShownInRow);

type StoredDelivery = z.output<typeof Fields>;

/** The fields of a delivery that a list shows, and its answer, for a search. */
type StoredRow = z.output<typeof RowFields>;

type Stored = Readonly<Record<string, string>>;

/** Tells a delivery that is safely stored from a claim, and from a message of a chat. */
export const isDelivery = ({ phase, kind }: Stored): boolean => phase === 'confirmed' && kind !== 'message';

/** Stand in for what cannot be read. */
const { workflowId, ...damagedRow } = damagedRun;
const rowPlaceholders = { ...damagedRow, automationId: '', automationName: '', eventId: '' };
const placeholders = {
  ...rowPlaceholders,
  workflowId,
  agentId: '',
  revision: '0',
  eventIdSource: 'payload',
  headers: '{}',
  sizeBytes: '0',
};

/** Null for what is no delivery. One that is damaged says so in its reason. */
export function storedDelivery(stored: Stored): StoredDelivery | null {
  if (!isDelivery(stored)) return null;
  const { fields, damaged } = readWithPlaceholders(Fields, stored, placeholders);
  // Warnings about what arrived come before those about what was made of it.
  const warnings = [...fields.shapeWarnings, ...fields.warnings];
  return { ...fields, warnings, reason: reasonWithDamage(fields.reason, damaged) };
}

/** The names of the fields that a row is made of; `answer` only where it is needed, as it may be long. */
export const rowFieldNames = ({ withAnswer }: { readonly withAnswer: boolean }): readonly string[] => [
  'phase',
  'kind',
  ...Object.keys(RowFields.shape).filter((name) => withAnswer || name !== 'answer'),
];

/** A row of what {@link isDelivery} holds for. One that is damaged says so in its reason. */
export function storedRow(stored: Stored): StoredRow {
  const { fields, damaged } = readWithPlaceholders(RowFields, stored, rowPlaceholders);
  return { ...fields, reason: reasonWithDamage(fields.reason, damaged) };
}
