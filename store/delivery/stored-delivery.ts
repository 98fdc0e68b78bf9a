import type { z } from 'zod';

import { runRecords } from '../records/run.ts';

const Fields = runRecords.run.fields.omit({ kind: true, phase: true, access: true, nonce: true });

/** A delivery as its record tells it. */
export type StoredDelivery = z.output<typeof Fields>;

type Stored = Readonly<Record<string, string>>;

/** Tells a delivery that is safely stored from a claim, and from a message of a chat. */
export const isDelivery = ({ phase, kind }: Stored): boolean => phase === 'confirmed' && kind !== 'message';

/** Null for what is no delivery. */
export const storedDelivery = (stored: Stored): StoredDelivery | null =>
  isDelivery(stored) ? Fields.parse(stored) : null;
