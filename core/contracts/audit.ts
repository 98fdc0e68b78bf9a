import { z } from 'zod';

import { Role } from './token.ts';

/** One change of a workspace. Names and ids only; no value of a request. */
export const AuditEntry = z.object({
  id: z.string(),
  at: z.iso.datetime().describe('When it was made.'),
  action: z.string().describe('The operation, by its id in this reference, such as `changeAutomation`.'),
  outcome: z
    .enum(['changed', 'unknown'])
    .describe('`unknown`: the operation failed on its way, and may have changed something.'),
  by: z
    .string()
    .describe(
      'The name that the token had then. Without a token: `operator`, or `link to <host>` for a link that decides an approval.',
    ),
  tokenId: z.string().nullable().describe('The token. Null for the operator and for links.'),
  role: Role.nullable().describe('The role of the token. Null where there is none.'),
  via: z.enum(['api', 'console', 'link', 'mcp']).describe('The way that the change came.'),
  target: z
    .record(z.string(), z.string())
    .describe(
      'Ids of the changed thing, by the names of the parameters in the path; `id` or `name` of what was made. A reference is not kept.',
    ),
  fields: z
    .array(z.string())
    .describe(
      'Names of the members of the request, never their values. Empty where something was made, and for operations without a body.',
    ),
});
export type AuditEntry = Readonly<z.infer<typeof AuditEntry>>;
export type NewAuditEntry = Omit<AuditEntry, 'id' | 'at'>;
