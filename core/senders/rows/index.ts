import { type SenderRow, senderOfRow } from '../data/sender-of.ts';
import type { Sender } from '../sender.ts';
import { payments } from './payments.ts';

/** The senders that data describes, one list for each kind of system. */
const rows: readonly SenderRow[] = [...payments];

export const rowSenders: readonly Sender[] = rows.map(senderOfRow);
