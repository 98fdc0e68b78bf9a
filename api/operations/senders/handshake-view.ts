import { z } from 'zod';

import type { CountedHandshakes, KeptHandshake } from '#store/automation/handshakes.ts';

const Counted = z.object({
  count: z.int().describe('How many.'),
  lastAt: z.iso.datetime().describe('When the last of them came.'),
});

export const HandshakeView = z.object({
  sender: z.string().describe('The sender of the handshake.'),
  at: z.iso.datetime().describe('When it was answered.'),
  digest: z.string().describe('Names what it left, to be sent back when you accept it.'),
  secret: z
    .string()
    .nullable()
    .describe('The signing secret that came with it. Some senders ask for it again on a page of theirs.'),
  confirmUrl: z.string().nullable().describe('The address that came with it, and ends it when it is called.'),
  later: Counted.nullable().describe(
    'Others, with something else, that came while this one waited. Nothing of them is kept: discard this one, and have the sender send its own again. Null: there were none.',
  ),
  unsigned: Counted.nullable().describe(
    'Unsigned ones that brought something while the automation had a signing secret. Nothing of them can be accepted; if your sender made a new secret, remove the present one first. Null: there were none.',
  ),
});

const countedView = (counted: CountedHandshakes | null) =>
  counted === null ? null : { count: counted.count, lastAt: new Date(counted.lastAt).toISOString() };

export const handshakeView = (kept: KeptHandshake): z.output<typeof HandshakeView> => ({
  sender: kept.senderId,
  at: new Date(kept.at).toISOString(),
  digest: kept.digest,
  secret: kept.secret,
  confirmUrl: kept.confirmUrl,
  later: countedView(kept.later),
  unsigned: countedView(kept.unsigned),
});
