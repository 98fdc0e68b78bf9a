import { z } from 'zod';

import type { OutboundResult } from '#contracts/outbound.ts';

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

export function resultOf(result: OutboundResult) {
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
