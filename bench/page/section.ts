import { type Figure, goalText, isReached, ratioText } from '../support/figures.ts';
import type { Benchmark } from './catalogue.ts';

/** When and where a benchmark ran. */
export interface Circumstances {
  /** Year, month and day. */
  readonly date: string;
  readonly commit: string;
  readonly machine: string;
}

/** The part of the page on one benchmark. */
export function sectionOf(
  { title, meaning }: Benchmark,
  figures: readonly Figure[],
  { date, commit, machine }: Circumstances,
): string {
  const rows = figures.map((figure) =>
    rowOf([figure.name, ratioText(figure), goalCell(figure), figure.ours, figure.yardstick ?? '–']),
  );
  return [
    `## ${title}`,
    '',
    meaning,
    '',
    `Measured on ${date} at commit ${commit}: ${machine}.`,
    '',
    rowOf(['What', 'Ratio', 'Goal', 'Ours', 'Yardstick']),
    rowOf(['---', '---:', '---', '---', '---']),
    ...rows,
    '',
  ].join('\n');
}

function goalCell(figure: Figure): string {
  const reached = isReached(figure);
  if (reached === null) return goalText(figure);
  return `${goalText(figure)}, ${reached ? 'reached' : 'missed'}`;
}

const rowOf = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
