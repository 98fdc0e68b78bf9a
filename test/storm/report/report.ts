import type { Circumstances } from '#bench/page/section.ts';
import type { Recovery } from '../faults/strike-all.ts';
import type { StormOptions } from '../plan/options.ts';
import type { Verdict } from '../verdict.ts';

export interface PlayedStorm {
  readonly options: StormOptions;
  readonly storm: Pick<Verdict, 'rows' | 'isGood'> & { readonly recoveries: readonly Recovery[] };
  readonly minutes: number;
}

const title = '## The last storm of full size';

/** The section of docs/storm.md on a storm. */
export function reportOf({ options, storm, minutes }: PlayedStorm, where: Circumstances): string {
  const { seed, deliveries, workspaces, instances, perSecond, hold } = options;
  const held = 'ms' in hold ? `${hold.ms / 1000} s` : `${hold.attempts} attempts`;
  return [
    title,
    '',
    `Written by \`npm run storm\`: seed ${seed}, ${deliveries.toLocaleString('en')} deliveries to ${workspaces} workspaces, at most ${perSecond} begun in a second, instances of API and worker: ${instances}, a fault that lasts was held for ${held}. It took ${Math.round(minutes)} minutes on ${where.date} at commit ${where.commit}: ${where.machine}.`,
    '',
    rowOf(['What', 'Count']),
    rowOf(['---', '---']),
    ...storm.rows.map((row) => rowOf(row)),
    rowOf(['verdict', storm.isGood ? 'good' : 'FAILED']),
    '',
    rowOf(['Fault', 'Times', 'Slowest recovery']),
    rowOf(['---', '---:', '---:']),
    ...recoveryRows(storm.recoveries).map((row) => rowOf(row)),
    '',
  ].join('\n');
}

/** The page with the report in the place of the one before, or before the section on floods. */
export function withReport(page: string, report: string): string {
  const sections = page.split(/^(?=## )/m);
  const others = sections.filter((section) => !section.startsWith(`${title}\n`));
  const before = others.findIndex((section) => section.startsWith('## Floods'));
  const index = before < 0 ? others.length : before;
  return [...others.slice(0, index), `${report}\n`, ...others.slice(index)].join('').trimEnd() + '\n';
}

function recoveryRows(recoveries: readonly Recovery[]): readonly (readonly string[])[] {
  const groups = Map.groupBy(recoveries, ({ name }) => name);
  return [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, those]) => [name, String(those.length), slowest(those)]);
}

function slowest(those: readonly Recovery[]): string {
  const skipped = those.find((one) => one.skipped !== null);
  if (skipped !== undefined) return `left out: ${skipped.skipped}`;
  const times = those.flatMap(({ tookMs }) => (tookMs === null ? [] : [tookMs]));
  return times.length === 0 ? 'nothing came after it' : `${(Math.max(...times) / 1000).toFixed(1)} s`;
}

const rowOf = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
