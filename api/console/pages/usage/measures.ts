import type { AnswerTo } from '#api/routing/call-operation.ts';
import { knownPartOf } from '#domain/cost.ts';
import { money } from '../../parts/money.ts';
import type { Column } from '../../parts/table.ts';

/** The usage of a month, an automation or a model. */
export type Used = Pick<AnswerTo<'readUsage'>, 'automationRuns' | 'inputTokens' | 'outputTokens' | 'cost'>;

interface Measure {
  readonly title: string;
  /** The value in the drawing; for an amount that is not fully known, the known part. */
  readonly value: (used: Used) => number;
  readonly text: (used: Used) => string;
  /** Whether the whole is not known. */
  readonly isOpen: (used: Used) => boolean;
}

export const count = (value: number): string => value.toLocaleString('en');

/** The figures of the charts, one at a time. */
export const measures = {
  runs: {
    title: 'Runs',
    value: ({ automationRuns }) => automationRuns,
    text: ({ automationRuns }) => count(automationRuns),
    isOpen: () => false,
  },
  tokens: {
    title: 'Tokens',
    value: ({ inputTokens, outputTokens }) => inputTokens + outputTokens,
    text: ({ inputTokens, outputTokens }) => count(inputTokens + outputTokens),
    isOpen: () => false,
  },
  money: {
    title: 'Money',
    value: ({ cost }) => knownPartOf(cost),
    text: ({ cost }) => money(cost),
    isOpen: ({ cost }) => cost.state === 'unknown',
  },
} as const satisfies Readonly<Record<string, Measure>>;

export type MeasureName = keyof typeof measures;

export const measureNamed = (name: string | undefined): MeasureName =>
  name !== undefined && Object.hasOwn(measures, name) ? (name as MeasureName) : 'runs';

const usedColumn = (title: string, cell: (used: Used) => string): Column<Used> => ({
  title,
  label: title,
  className: 'number',
  cell,
});

/** The columns that say what was used. */
export const usedColumns = [
  usedColumn('Runs', measures.runs.text),
  usedColumn('Tokens read', ({ inputTokens }) => count(inputTokens)),
  usedColumn('Tokens written', ({ outputTokens }) => count(outputTokens)),
  usedColumn('Models cost', measures.money.text),
] as const;
