import { z } from 'zod';

import { canonicalJson } from '#domain/canonical-json.ts';
import { shortDigest } from '#domain/digest.ts';
import { parseJson } from '#domain/json-value.ts';
import type { CapabilityCall } from './calls.ts';
import { Response } from './http-response.ts';

/** The part of a response that the step of its request does not show. */
const Answer = Response.pick({ headers: true, truncated: true, notes: true });

/** The part of a request that is stored with its step and not shown, so that the run can be rehearsed. */
export const Exchange = z.object({
  /** See {@link digestOfCall}. */
  digest: z.string(),
  /** The whole URL, redacted. Absent where nothing was sent. */
  url: z.string().exactOptional(),
  /** Absent where the target did not answer. */
  answer: Answer.exactOptional(),
});
export type Exchange = z.infer<typeof Exchange>;
/** The exchange as a capability tells it. */
export type Exchanged = Omit<Exchange, 'digest'>;

/** The same for calls that ask for the same: neither its id, nor the operation that wrote it, nor the order of members, nor blanks of JSON count. */
export function digestOfCall(call: CapabilityCall): string {
  const { callId: _, operation: __, ...asked } = call;
  const body = 'body' in asked && typeof asked.body === 'string' ? parseJson(asked.body) : null;
  return shortDigest(canonicalJson(body === null ? asked : { ...asked, body: body.value }));
}
