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
} as const;

/** A fresh id such as `aut_9fJx…`: 120 random bits in base64url. */
export function newId(kind: keyof typeof prefixes): string {
  return `${prefixes[kind]}_${randomBytes(15).toString('base64url')}`;
}
