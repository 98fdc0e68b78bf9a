/** The goal of a ratio. */
export type Goal = { readonly atLeast: number } | { readonly atMost: number };

/** One row of a benchmark: ours beside its yardstick. */
export interface Figure {
  /** The circumstance, such as `16 at once`. */
  readonly name: string;
  /** Absolute numbers with their units. */
  readonly ours: string;
  /** The same of the yardstick; null where there is none. */
  readonly yardstick: string | null;
  readonly ratio: number | null;
  readonly goal: Goal | null;
}

/** Prints a figure, and sends it to the process that started this benchmark, if it listens. */
export function report(figure: Figure): void {
  console.log(lineOf(figure));
  process.send?.(figure);
}

function lineOf(figure: Figure): string {
  const { name, ours, yardstick } = figure;
  const goal = figure.goal === null ? '' : ` (goal ${goalText(figure)})`;
  const ratio = figure.ratio === null ? [] : [`ratio ${ratioText(figure)}${goal}`];
  return `${name}: ${[...ratio, ours, ...(yardstick === null ? [] : [`yardstick ${yardstick}`])].join(' | ')}`;
}

export const ratioText = ({ ratio }: Figure): string => ratio?.toFixed(2) ?? '–';

export function goalText({ goal }: Figure): string {
  if (goal === null) return '–';
  return 'atLeast' in goal ? `≥ ${goal.atLeast.toFixed(2)}` : `≤ ${goal.atMost.toFixed(2)}`;
}

/** Whether the goal is reached; null without a goal. */
export function isReached({ goal, ratio }: Figure): boolean | null {
  if (goal === null || ratio === null) return null;
  // As the page shows it: a ratio of 0.897 reads 0.90.
  const shown = Number(ratio.toFixed(2));
  return 'atLeast' in goal ? shown >= goal.atLeast : shown <= goal.atMost;
}

/** Units of the absolute numbers. */
export const perSecond = (value: number): string => `${value.toFixed(1)}/s`;
export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`;
export const bytes = (value: number): string => `${Math.round(value).toLocaleString('en')} bytes`;
