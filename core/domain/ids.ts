import { randomBytes } from 'node:crypto';

/** The kinds of ids and the prefix that shows each to a reader. */
const prefixes = {
  workspace: 'ws',
  agent: 'agt',
  automation: 'aut',
  delivery: 'dlv',
  policy: 'pol',
  decision: 'dec',
  conversation: 'cnv',
  message: 'msg',
  token: 'tok',
  erasure: 'era',
  'alert rule': 'alr',
  alert: 'alt',
  approval: 'apr',
  rehearsal: 'reh',
  case: 'cas',
  API: 'api',
  'event target': 'etg',
  event: 'evt',
} as const;

export type IdKind = keyof typeof prefixes;

/** A fresh id such as `aut_9fJx…`: 120 random bits in base64url. */
export function newId(kind: IdKind): string {
  return `${prefixes[kind]}_${randomBytes(15).toString('base64url')}`;
}

/** A fresh id has 20 characters behind its prefix, a derived one 22. */
export const idPattern = (kind: IdKind): RegExp => new RegExp(`^${prefixes[kind]}_[A-Za-z0-9_-]{20,22}$`);

/** Whether a text from outside may be an id of this kind: every other one names nothing. */
export const isId = (kind: IdKind, text: string): boolean => idPattern(kind).test(text);
