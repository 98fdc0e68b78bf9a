import { z } from 'zod';

import type { OutboundResult } from '#contracts/outbound.ts';
import type { Exchanged } from './exchange.ts';

/** The target answered, whatever the status. `body`: text, redacted, at most 64 KiB. */
export const Response = z.object({
  kind: z.literal('response'),
  status: z.number(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  truncated: z.boolean(),
  /** Notes of the service on the response: headers left out, common causes of a 401. */
  notes: z.array(z.string()).exactOptional(),
});
export type Response = z.infer<typeof Response>;

/** The result of a request for the model. */
export function resultOf(result: Exclude<OutboundResult, { kind: 'unapproved' }>) {
  switch (result.kind) {
    case 'answered': {
      const { status, headers, body, truncated, hints, ignoredHeaders } = result;
      const leftOut = ignoredHeaders.map(
        (name) => `The header ${name} was left out: the service decides about it.`,
      );
      const notes = [...hints, ...leftOut];
      const answer = { status, headers, body, truncated, ...(notes.length > 0 && { notes }) };
      return { kind: 'response' as const, ...answer };
    }
    case 'refused':
    case 'invalid':
      return { kind: 'refused' as const, message: result.message };
    case 'failed':
      return { kind: 'failed' as const, message: result.message };
  }
}

/** The part of an exchange that its step does not show. */
export function exchangedBy(result: Exclude<OutboundResult, { kind: 'unapproved' }>): Exchanged {
  if (result.kind !== 'answered' && result.kind !== 'failed') return {};
  const told = resultOf(result);
  if (told.kind !== 'response') return { url: result.requestUrl };
  const { headers, truncated, notes } = told;
  return { url: result.requestUrl, answer: { headers, truncated, ...(notes && { notes }) } };
}
