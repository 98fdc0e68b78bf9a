import { z } from 'zod';

import { failureReasons, Ground } from './outbound.ts';

/** One row of the audit log: a hop that was allowed or refused. Names only; no value of a header, body or query. */
export const Decision = z.object({
  id: z.string(),
  at: z.iso.datetime().describe('When it was decided.'),
  allowed: z.boolean(),
  ground: Ground,
  detail: z
    .string()
    .nullable()
    .describe(
      'For a refused redirect: the ground on which its target was refused. For the ground `member`: the bound, and why the body does not keep it. Else null.',
    ),
  method: z.string(),
  scheme: z.string(),
  host: z.string(),
  port: z.int(),
  path: z.string().describe('Without the query; of a part that looks like a key, only the beginning.'),
  queryKeys: z.array(z.string()).describe('The names in the query; never their values.'),
  hop: z.int().describe('0 for the request itself, then one more for each redirect.'),
  policyId: z
    .string()
    .nullable()
    .describe('The policy that matches the host most closely. Null where none does.'),
  policyIds: z
    .array(z.string())
    .describe('Every policy that covers the request; where none does, those of its host.'),
  attachedHeaders: z.array(z.string()).describe('Names of the headers that policies attached.'),
  ignoredHeaders: z.array(z.string()).describe("Names of the agent's own headers that were left out."),
  secrets: z
    .array(z.string())
    .default([])
    .describe('Names of the secrets that the request had places for; never their values.'),
  addresses: z.array(z.string()).describe('The addresses of the host name; every one is checked.'),
  dialledAddress: z.string().nullable().describe('The address that was connected to. Null where none was.'),
  status: z.int().nullable().describe('The status of the answer. Null where it did not.'),
  failure: z
    .enum(failureReasons)
    .nullable()
    .describe('Why an allowed request got no answer. Null where it got one or was refused.'),
  bytesOut: z.int().describe('The size of the body that was sent.'),
  bytesIn: z.int().describe('The size of the body of the answer, decoded.'),
  redactions: z
    .int()
    .describe('How often a stored credential was found in the answer and taken out: one is worth a look.'),
  truncated: z.boolean().describe('Whether the agent was shown only the beginning of the answer.'),
  durationMs: z.int(),
  deliveryId: z
    .string()
    .nullable()
    .describe('The delivery whose run asked. Null for a chat or a request of the owner.'),
  step: z.int().nullable().describe('The step of that run. Null where there is no run.'),
});
export type Decision = Readonly<z.infer<typeof Decision>>;
export type NewDecision = Omit<Decision, 'id' | 'at'>;
