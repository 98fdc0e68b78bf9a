import { type SenderRow, senderOfRow } from '../data/sender-of.ts';
import type { Sender } from '../sender.ts';
import { alerts } from './alerts.ts';
import { codeHosts } from './code-hosts.ts';
import { desks } from './desks.ts';
import { identity } from './identity.ts';
import { payments } from './payments.ts';
import { shops } from './shops.ts';
import { work } from './work.ts';

/** The senders that data describes, one list for each kind of system. */
const rows: readonly SenderRow[] = [
  ...alerts,
  ...codeHosts,
  ...desks,
  ...identity,
  ...payments,
  ...shops,
  ...work,
];

export const rowSenders: readonly Sender[] = rows.map(senderOfRow);
