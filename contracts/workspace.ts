import { z } from 'zod';

import { Money } from './run.ts';

const name = z.string().trim().min(1, 'must not be blank').max(200);

export const NewWorkspace = z.object({ name });
export type NewWorkspace = z.infer<typeof NewWorkspace>;

/** A new workspace with its token, which is shown this once. */
export const CreatedWorkspace = z.object({ id: z.string(), name: z.string(), token: z.string() });
export type CreatedWorkspace = z.infer<typeof CreatedWorkspace>;

/** What a workspace used in a calendar month (UTC). */
export const Usage = z.object({
  month: z.string(),
  automationRuns: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  cost: Money,
});
export type Usage = z.infer<typeof Usage>;

export const WorkspaceView = z.object({
  id: z.string(),
  name: z.string(),
  usage: Usage,
  limits: z.object({
    deliveriesPerMinute: z.int(),
    concurrentDeliveries: z.int(),
    deliveryBodyBytesMax: z.int(),
  }),
});

export const NewAgent = z.object({ name, model: z.string().optional() });
export type NewAgent = z.infer<typeof NewAgent>;
export const AgentChange = NewAgent.partial();
export type AgentChange = z.infer<typeof AgentChange>;

export const Agent = z.object({ id: z.string(), name: z.string(), model: z.string() });
export type Agent = z.infer<typeof Agent>;
