import { z } from 'zod';

const perDay = z.int().min(1).max(1_000_000_000_000).optional();

/** The budget of an automation for a day. */
export const DailyBudget = z
  .object({
    runs: perDay.describe('Runs that are billed; there are never more.'),
    tokens: perDay.describe(
      'Tokens, input and output. Runs that are under way when they are used up continue.',
    ),
    amountMicros: perDay.describe(
      'The known part of what models cost, in millionths of a US dollar. Runs that are under way when it is used up continue.',
    ),
  })
  .refine((budget) => Object.values(budget).some((limit) => limit !== undefined), {
    message: 'must have runs, tokens or amountMicros',
  })
  .nullable()
  .describe(
    'The most that the automation may use in a day of the time zone of the workspace. Over it deliveries are answered `skipped`, reason `budget`, and kept: `POST …/run-skipped` runs them later. Null: as much as there is.',
  );
export type DailyBudget = z.infer<typeof DailyBudget>;

export const BudgetUsed = z
  .object({
    day: z.iso.date().describe('Today, in the time zone of the workspace.'),
    runs: z.int().describe('Runs that were started, those aside that their filter skipped.'),
    tokens: z.int().describe('Tokens of runs that are over.'),
    amountMicros: z.int().describe('The known cost of runs that are over, in millionths of a US dollar.'),
  })
  .nullable()
  .describe('The part of the budget that was used today, since it was set. Null where there is none.');
export type BudgetUsed = z.infer<typeof BudgetUsed>;
