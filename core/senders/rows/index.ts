import { type SenderRow, senderOfRow } from '../data/sender-of.ts';
import type { Sender } from '../sender.ts';
import { accounting } from './accounting.ts';
import { alerts } from './alerts.ts';
import { banking } from './banking.ts';
import { codeHosts } from './code-hosts.ts';
import { desks } from './desks.ts';
import { developers } from './developers.ts';
import { forms } from './forms.ts';
import { google } from './google.ts';
import { identity } from './identity.ts';
import { marketing } from './marketing.ts';
import { messaging } from './messaging.ts';
import { monitoring } from './monitoring.ts';
import { payments } from './payments.ts';
import { people } from './people.ts';
import { planning } from './planning.ts';
import { shops } from './shops.ts';
import { work } from './work.ts';

/** The senders that data describes, one list for each kind of system. */
const rows: readonly SenderRow[] = [
  ...accounting,
  ...alerts,
  ...banking,
  ...codeHosts,
  ...desks,
  ...developers,
  ...forms,
  ...google,
  ...identity,
  ...marketing,
  ...messaging,
  ...monitoring,
  ...payments,
  ...people,
  ...planning,
  ...shops,
  ...work,
];

export const rowSenders: readonly Sender[] = rows.map(senderOfRow);
