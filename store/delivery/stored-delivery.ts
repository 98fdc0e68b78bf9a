import type { z } from 'zod';

import { readWithPlaceholders } from '../records/read.ts';
import { runRecords } from '../records/run.ts';
import { damagedRun, reasonWithDamage } from '../run/damage.ts';

const Fields = runRecords.run.fields.omit({
  kind: true,
  phase: true,
  access: true,
  timeZone: true,
  nonce: true,
  storedBytes: true,
  archive: true,
  longAnswer: true,
  bodyDigest: true,
  supersededBy: true,
  budgetDay: true,
});

/** A delivery as its record tells it. */
type StoredDelivery = Omit<z.output<typeof Fields>, 'shapeWarnings'>;

const RowFields = Fields.pick({
  automationId: true,
  automationName: true,
  eventId: true,
  outcome: true,
  reason: true,
  answer: true,
  reference: true,
  referenceUrl: true,
  eventName: true,
  receivedAt: true,
  startedAt: true,
  finishedAt: true,
  cost: true,
  duplicates: true,
  lastDuplicateAt: true,
  replayOf: true,
  round: true,
  causedBy: true,
});

/** What a list shows of a delivery, and its answer, for a search. */
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
  const { shapeWarnings, warnings, reason, ...rest } = fields;
  // What arrived comes before what was made of it.
  return { ...rest, warnings: [...shapeWarnings, ...warnings], reason: reasonWithDamage(reason, damaged) };
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
