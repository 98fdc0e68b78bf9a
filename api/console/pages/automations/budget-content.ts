import type { ShownAutomation } from './shown-automation.ts';
import { numberOfField } from './number-of-field.ts';

type TypedBudget = Readonly<ReturnType<typeof typedBudget>>;

const microsOfDollar = 1_000_000;

/** The budget of a day, as it is typed; money in US dollars. */
export const typedBudget = (budget: ShownAutomation['budget']) => ({
  'budget.runs': textOf(budget?.runs),
  'budget.tokens': textOf(budget?.tokens),
  'budget.amountMicros': textOf(budget?.amountMicros && budget.amountMicros / microsOfDollar),
});

const textOf = (number: number | undefined): string => (number === undefined ? '' : `${number}`);

/** The same as a member of a body; null where nothing is typed. */
export function budgetOfFields(fields: TypedBudget): object | null {
  const dollars = numberOfField(fields['budget.amountMicros']);
  const typed = {
    runs: numberOfField(fields['budget.runs']),
    tokens: numberOfField(fields['budget.tokens']),
    amountMicros: typeof dollars === 'number' ? Math.round(dollars * microsOfDollar) : dollars,
  };
  const said = Object.entries(typed).filter(([, value]) => value !== undefined);
  return said.length === 0 ? null : Object.fromEntries(said);
}
