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
  replayedAs: true,
});

/** A delivery as its record tells it. */
export type StoredDelivery = z.output<typeof Fields>;

type Stored = Readonly<Record<string, string>>;

/** Tells a delivery that is safely stored from a claim, and from a message of a chat. */
export const isDelivery = ({ phase, kind }: Stored): boolean => phase === 'confirmed' && kind !== 'message';

/** Stand in for what cannot be read. */
const placeholders = {
  ...damagedRun,
  automationId: '',
  automationName: '',
  agentId: '',
  revision: '0',
  eventId: '',
  eventIdSource: 'payload',
  headers: '{}',
  sizeBytes: '0',
};

/** Null for what is no delivery. One that is damaged says so in its reason. */
export function storedDelivery(stored: Stored): StoredDelivery | null {
  if (!isDelivery(stored)) return null;
  const { fields, damaged } = readWithPlaceholders(Fields, stored, placeholders);
  return { ...fields, reason: reasonWithDamage(fields.reason, damaged) };
}
