import { z } from 'zod';

import { ApprovalState } from './run.ts';

/** An approval as its workspace sees it. */
export const Approval = z.object({
  id: z.string(),
  state: ApprovalState,
  agentId: z.string(),
  automationId: z.string().nullable().describe('Null for a chat, and for a request of the owner.'),
  automationName: z.string().nullable().describe('Its name when the delivery was accepted.'),
  deliveryId: z.string().nullable().describe('The delivery whose run waits for it. Null where none does.'),
  conversationId: z.string().nullable().describe('The chat that asked. Null where none did.'),
  capability: z.string().describe('`http_request` or `send_email`.'),
  summary: z.string().describe('The request in a line, such as `POST api.example.com/orders`.'),
  request: z
    .record(z.string(), z.json())
    .describe(
      'The request as it will be sent: `method`, `url`, `headers`, `body`, or `to`, `subject`, `text`, `html`. Secrets are placeholders.',
    ),
  edited: z
    .record(z.string(), z.json())
    .nullable()
    .describe('The request that is sent in its place. Null where nobody edited it.'),
  fromDelivery: z
    .array(z.string())
    .describe('The values in the request that the delivery brought, longest first. A sender chose them.'),
  policyId: z.string().describe('The policy that asks for it.'),
  askedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().describe('From then on the request is refused.'),
  decidedAt: z.iso.datetime().nullable(),
  decidedBy: z.string().nullable().describe('The name of the token or link that decided.'),
  reason: z.string().nullable().describe('The sentence that the agent is told with a refusal.'),
  result: z
    .object({
      outcome: z.string().describe('As in a step of a record.'),
      status: z.int().nullable(),
      error: z.string().nullable().describe('Says what went wrong. Null where nothing did.'),
      body: z.string().nullable().describe('The beginning of the answer, at most 16 KB.'),
    })
    .nullable()
    .describe(
      'The result of a request of the owner or of a chat. Null before it was sent, and for a delivery: its record tells.',
    ),
});
export type Approval = z.infer<typeof Approval>;

const approvalReasonCharsMax = 500;

/** A decision about an approval, as it is entered. */
export const NewDecision = z.object({
  decision: z.enum(['approve', 'refuse']).describe('`approve` sends the request, `refuse` does not.'),
  request: z
    .record(z.string(), z.json())
    .optional()
    .describe('With `approve`: the request to send in its place, whole. It passes the same policies.'),
  reason: z
    .string()
    .trim()
    .min(1)
    .max(approvalReasonCharsMax)
    .optional()
    .describe('With `refuse`: a sentence that the agent is told.'),
});
export type NewDecision = z.infer<typeof NewDecision>;

/** Names an approval in a workflow. */
export interface ApprovalRef {
  readonly workspaceId: string;
  readonly approvalId: string;
}
