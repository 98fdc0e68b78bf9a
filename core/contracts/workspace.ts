import { z } from 'zod';

import { WorkspaceBudget, WorkspaceBudgetUsed } from './budget.ts';
import { ModelChoice, ModelSettings } from './model-settings.ts';
import { Money } from './run.ts';
import { WorkspaceLimits } from './workspace-limits.ts';

const name = z.string().trim().min(1, 'must not be blank').max(200).describe('The name that people use.');

export const WorkspaceState = z.enum(['active', 'suspended', 'deleting']);
export type WorkspaceState = z.infer<typeof WorkspaceState>;

export const NewWorkspace = z.object({ name });
export type NewWorkspace = z.infer<typeof NewWorkspace>;

/** A new workspace with its token, which is never shown again. */
export const CreatedWorkspace = z.object({
  id: z.string(),
  name: z.string(),
  token: z
    .string()
    .describe('Opens the workspace at /manage, with the role `owner`. It is shown this once: keep it.'),
});
export type CreatedWorkspace = z.infer<typeof CreatedWorkspace>;

/** Usage of a workspace in a calendar month (UTC). */
export const Usage = z.object({
  month: z.string().describe('The calendar month in UTC, such as `2026-09`.'),
  automationRuns: z
    .int()
    .describe(
      'Billed runs: accepted deliveries without those that a filter skipped or could not be decided on.',
    ),
  inputTokens: z.int().describe('Tokens that models read.'),
  outputTokens: z.int().describe('Tokens that models wrote.'),
  cost: Money,
  damaged: z
    .array(z.string())
    .exactOptional()
    .describe(
      'Only where counters of the month cannot be read: their names. They are shown as 0, or as an unknown cost.',
    ),
});
export type Usage = z.infer<typeof Usage>;

const timeZoneMeaning =
  'IANA name of the time zone of the owner, such as `Europe/Berlin`: agents are told the date and the time there.';

export const WorkspaceChange = z.object({ timeZone: z.string().max(100).describe(timeZoneMeaning) });

export const WorkspaceView = z.object({
  id: z.string(),
  name: z.string(),
  timeZone: z.string().describe(timeZoneMeaning),
  usage: Usage.describe('Usage of this month.'),
  storage: z
    .object({
      storedBytes: z
        .int()
        .describe('The stored size of its deliveries and messages: fields, steps and bodies.'),
      todayBytes: z.int().describe('The bytes stored today (UTC), even if they were deleted since.'),
    })
    .describe('How much it stores.'),
  deliveriesKeptDays: z
    .int()
    .describe(
      'So many days after it arrived, a delivery is removed with its body, its record and its event id, and so is the log of Network Access of that time.',
    ),
  limits: z
    .object({
      deliveriesPerMinute: z.int().describe('More are answered 429 `DELIVERY_RATE_EXCEEDED`.'),
      concurrentDeliveries: z
        .int()
        .describe(
          'Deliveries that may be processed at once; more are answered 429 `CONCURRENCY_EXCEEDED`. One that waits for a target or a model is not counted.',
        ),
      deliveryBodyBytesMax: z.int().describe('A larger body is answered 413 `PAYLOAD_TOO_LARGE`.'),
      storedBytesMax: z
        .int()
        .describe('A delivery that would exceed the stored bytes is answered 429 `STORAGE_EXCEEDED`.'),
      storedBytesPerDay: z.int().describe('The same for what is stored in a day (UTC).'),
      budget: WorkspaceBudget,
      budgetUsed: WorkspaceBudgetUsed,
    })
    .describe('The limits that all its automations share.'),
});

const settableState = WorkspaceState.exclude(['deleting']);

/** The settings of a workspace that the operator may change. */
export const ManagedWorkspaceChange = z.object({
  name: name.optional(),
  state: settableState
    .optional()
    .describe('`suspended`: it can be read, but takes no delivery and no change.'),
  budget: WorkspaceBudget.optional(),
  limits: WorkspaceLimits.optional(),
});
export type ManagedWorkspaceChange = z.infer<typeof ManagedWorkspaceChange>;

/** A workspace as its operator sees it. */
export const ManagedWorkspace = z.object({
  id: z.string(),
  name: z.string(),
  state: WorkspaceState.describe(
    '`active`; `suspended`: it can be read, but takes no delivery and no change; `deleting`: closed for good, its data is being erased.',
  ),
  createdAt: z.iso.datetime(),
  budget: WorkspaceBudget,
  limits: WorkspaceLimits,
  usage: Usage.describe('Usage of this month.'),
  running: z
    .int()
    .describe('Deliveries that are being processed. One that waits for a target or a model is not counted.'),
  lastDeliveryAt: z.iso
    .datetime()
    .nullable()
    .describe('When the last delivery to one of its automations arrived. Null: none is kept.'),
});
export type ManagedWorkspace = z.infer<typeof ManagedWorkspace>;

export const NewAgent = z.object({
  name,
  model: ModelChoice.optional().describe(
    'The main model as `provider/model-id`, `offline/rules-1` for the rules without a model, or settings. Absent or null: the model of the service.',
  ),
});
export type NewAgent = z.infer<typeof NewAgent>;
export const AgentChange = NewAgent.partial();
export type AgentChange = z.infer<typeof AgentChange>;

export const Agent = z.object({
  id: z.string(),
  name: z.string(),
  model: z
    .string()
    .describe(
      'The main model that it thinks with, as `provider/model-id`; `offline/rules-1`: the offline rules, without a model.',
    ),
  modelSettings: ModelSettings.nullable().describe(
    'The limits that were chosen for it. Null: the model of the service.',
  ),
  hints: z
    .array(z.string())
    .exactOptional()
    .describe('Only where something of `modelSettings` has no effect, or of the agent cannot be read: what.'),
});
export type Agent = z.infer<typeof Agent>;
