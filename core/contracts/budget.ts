import { z } from 'zod';

const limit = z.int().min(1).max(1_000_000_000_000).optional();

const parts = {
  runs: limit.describe('Runs that are billed; there are never more.'),
  tokens: limit.describe('Tokens, input and output. No model is asked that might need more than are left.'),
  amountMicros: limit.describe(
    'The cost of models, in millionths of a US dollar. No model is asked that might cost more than is left, and none whose price is not known.',
  ),
};

const hasPart = (given: object): boolean => Object.values(given).some((part) => part !== undefined);
const lacking = 'must have runs, tokens or amountMicros';

const MonthlyLimits = z.object(parts).refine(hasPart, { message: lacking });

/** The budget of an automation: of a day, of a month, or of both. */
export const Budget = z
  .object({
    ...parts,
    perMonth: MonthlyLimits.optional().describe(
      'The same for a calendar month of the time zone of the workspace.',
    ),
  })
  .refine(hasPart, { message: `${lacking}, of a day or perMonth` })
  .nullable()
  .describe(
    'The most that the automation may use in a day of the time zone of the workspace, and `perMonth`. Over it deliveries are answered `skipped`, reason `budget`, and kept: `POST …/run-skipped` runs them later. Null: as much as there is.',
  );
export type Budget = z.infer<typeof Budget>;

/** The budget of all automations and chats of a workspace, which its operator sets. */
export const WorkspaceBudget = z
  .object({ perMonth: MonthlyLimits.describe('The most of a calendar month.') })
  .nullable()
  .describe(
    'The most that all automations and chats of the workspace may use in a calendar month of its time zone. Null: as much as there is.',
  );
export type WorkspaceBudget = z.infer<typeof WorkspaceBudget>;

const used = {
  runs: z.int().describe('Runs that were started, those aside that their filter skipped.'),
  tokens: z.int().describe('Tokens of calls of models that are over.'),
  amountMicros: z.int().describe('The cost of these calls, in millionths of a US dollar.'),
};

const UsedInMonth = z.object({ month: z.string().describe('This month, such as `2026-11`.'), ...used });

export const BudgetUsed = z
  .object({
    day: z.iso.date().describe('Today, in the time zone of the workspace.'),
    ...used,
    perMonth: UsedInMonth.describe('The same for the month.'),
  })
  .nullable()
  .describe('The part of the budget that was used, since it was set. Null where there is none.');
export type BudgetUsed = z.infer<typeof BudgetUsed>;

export const WorkspaceBudgetUsed = UsedInMonth.nullable().describe(
  'The part of the budget of the workspace that was used, since any budget was set. Null where there is none.',
);
export type WorkspaceBudgetUsed = z.infer<typeof WorkspaceBudgetUsed>;
