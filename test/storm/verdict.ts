import { categories, isFailed, type CategoryName, type Finding, type Findings } from './audit/findings.ts';
import type { Observations } from './audit/observations.ts';
import type { PlannedDelivery } from './plan/delivery.ts';
import type { Recovery } from './faults/strike-all.ts';

export interface Verdict {
  readonly findings: Findings;
  readonly isGood: boolean;
  /** Titles and their counts. */
  readonly rows: readonly (readonly [title: string, value: string])[];
  readonly lines: readonly string[];
}

interface Storm {
  readonly findings: Findings;
  readonly recoveries: readonly Recovery[];
  /** Null where the storm was broken off. */
  readonly seen: Observations | null;
  readonly deliveries?: readonly PlannedDelivery[];
}

/** So many of a category are shown. */
const shownMax = 20;

/** The result of a storm, in lines for a terminal. */
export function verdictOf({ findings, recoveries, seen, deliveries = [] }: Storm): Verdict {
  const isGood = !isFailed(findings) && seen !== null;
  const counts = Object.entries(categories).map(
    ([name, { title }]) => [title, countOf(findings[name as CategoryName])] as const,
  );
  const rows = [
    ...(seen === null ? [] : [...volume(seen), ...slotRefusals(seen, deliveries)]),
    ...counts,
    ...recoveryRows(recoveries),
  ];
  const width = Math.max(...rows.map(([title]) => title.length));
  return {
    findings,
    isGood,
    rows,
    lines: [
      ...details(findings),
      ...rows.map(([title, value]) => `${title.padEnd(width)}  ${value}`),
      isGood ? 'Verdict: good.' : 'Verdict: FAILED.',
    ],
  };
}

function details(findings: Findings): readonly string[] {
  return Object.entries(findings).flatMap(([name, found]) => {
    const { title } = categories[name as CategoryName];
    if (found.length === 0 || name === 'unknownTheirs') return [];
    const more = found.length > shownMax ? [`  … and ${found.length - shownMax} more`] : [];
    return [title, ...found.slice(0, shownMax).map(({ what }) => `  ${what}`), ...more];
  });
}

/** `12 (kill-api 8, kill-redis 4)` */
function countOf(found: readonly Finding[]): string {
  const causes = Map.groupBy(found, ({ cause }) => cause);
  const named = [...causes].flatMap(([cause, those]) => (cause === null ? [] : `${cause} ${those.length}`));
  return named.length === 0 ? String(found.length) : `${found.length} (${named.join(', ')})`;
}

function volume({ attempts, effects, records }: Observations) {
  const outcomes = Map.groupBy(records, ({ outcome }) => outcome);
  const refusals = Map.groupBy(attempts, ({ result }) =>
    result.kind === 'refused' ? result.status : result.kind,
  );
  const list = (groups: ReadonlyMap<string | number, readonly unknown[]>) =>
    [...groups].map(([name, those]) => `${name} ${those.length}`).join(', ');
  return [
    ['attempts', `${attempts.length}: ${list(refusals)}`],
    ['runs', `${records.length}: ${list(outcomes)}`],
    ['requests at the target', String(effects.length)],
  ] as const;
}

/** How often a delivery to each kind of target was refused for want of a slot. */
function slotRefusals({ attempts }: Observations, deliveries: readonly PlannedDelivery[]) {
  const kinds = Map.groupBy(attempts, ({ delivery }) => deliveries[delivery]?.target);
  const told = [...kinds].flatMap(([kind, those]) => {
    const refused = those.filter(
      ({ result }) => result.kind === 'refused' && result.code === 'CONCURRENCY_EXCEEDED',
    );
    return kind === undefined ? [] : [`${kind} ${refused.length} of ${those.length}`];
  });
  return told.length === 0 ? [] : [['refused for want of a slot', told.toSorted().join(', ')] as const];
}

function recoveryRows(recoveries: readonly Recovery[]) {
  const skipped = recoveries.flatMap(({ name, skipped: why }) => (why === null ? [] : [`${name}: ${why}`]));
  const measured = recoveries.filter((one) => one.tookMs !== null);
  const [slowest] = measured.toSorted((a, b) => b.tookMs! - a.tookMs!);
  return [
    ['faults', String(recoveries.length - skipped.length)],
    ...skipped.map((why) => ['left out', why] as const),
    [
      'slowest recovery',
      slowest === undefined ? 'none' : `${(slowest.tookMs! / 1000).toFixed(1)} s (${slowest.name})`,
    ],
  ] as const;
}
