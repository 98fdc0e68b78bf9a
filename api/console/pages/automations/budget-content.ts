import { numberOfField } from './number-of-field.ts';
import type { ShownAutomation } from './shown-automation.ts';

const parts = ['runs', 'tokens', 'amountMicros'] as const;
type Part = (typeof parts)[number];
type Limits = { readonly [Name in Part]?: number | undefined };

/** The fields of a budget of a day, and of a month, by the paths of these members in the API. */
export const budgetFieldNames = [
  ...parts.map((part) => `budget.${part}` as const),
  ...parts.map((part) => `budget.perMonth.${part}` as const),
] as const;
export type BudgetField = (typeof budgetFieldNames)[number];

const microsOfDollar = 1_000_000;

/** Limits as they are typed; money in US dollars. */
export const typedLimits = (limits: Limits | null | undefined): Readonly<Record<Part, string>> => ({
  runs: textOf(limits?.runs),
  tokens: textOf(limits?.tokens),
  amountMicros: textOf(limits?.amountMicros && limits.amountMicros / microsOfDollar),
});

const textOf = (number: number | undefined): string => (number === undefined ? '' : `${number}`);

/** The same as members of a body; undefined where nothing is typed. */
export function limitsOfFields(textOfPart: (part: Part) => string): object | undefined {
  const typed = parts.map((part) => [part, microsIfMoney(part, numberOfField(textOfPart(part)))] as const);
  const said = typed.filter(([, value]) => value !== undefined);
  return said.length === 0 ? undefined : Object.fromEntries(said);
}

const microsIfMoney = (part: Part, value: number | string | undefined) =>
  part === 'amountMicros' && typeof value === 'number' ? Math.round(value * microsOfDollar) : value;

export function typedBudget(budget: ShownAutomation['budget']): Partial<Record<BudgetField, string>> {
  const under = (path: string, limits: Limits | null | undefined) =>
    Object.entries(typedLimits(limits)).map(([part, text]) => [`${path}.${part}`, text]);
  return Object.fromEntries([...under('budget', budget), ...under('budget.perMonth', budget?.perMonth)]);
}

/** The budget as a member of a body; null where nothing is typed. */
export function budgetOfFields(fields: Readonly<Record<BudgetField, string>>): object | null {
  const perMonth = limitsOfFields((part) => fields[`budget.perMonth.${part}`]);
  const perDay = limitsOfFields((part) => fields[`budget.${part}`]);
  if (perDay === undefined && perMonth === undefined) return null;
  return { ...perDay, ...(perMonth !== undefined && { perMonth }) };
}
