import type { TriedDelivery, WouldRun } from '#contracts/understood.ts';

/** What the results of a filter on stored deliveries come to, with a warning where it looks wrong. */
export function summariseTrial(evidence: readonly TriedDelivery[]): Omit<WouldRun, 'missing'> {
  const of = evidence.length;
  const skipped = evidence.filter(({ matched }) => matched === false);
  const unknown = evidence.filter(({ matched }) => matched === null);
  return {
    of,
    run: of - skipped.length - unknown.length,
    skip: skipped.length,
    unknown: unknown.length,
    warning: warningOf(of, skipped, unknown),
    evidence: [...evidence],
  };
}

function warningOf(
  of: number,
  skipped: readonly TriedDelivery[],
  unknown: readonly TriedDelivery[],
): string | null {
  if (unknown.length > 0)
    return `The rules cannot decide this filter on ${amountOf(unknown.length, of)}${causeOf(unknown)}.`;
  return of > 0 && skipped.length === of ? `This filter skips ${amountOf(of, of)}${causeOf(skipped)}.` : null;
}

/** `all 20 stored deliveries`, `3 of 20 stored deliveries`. */
function amountOf(count: number, of: number): string {
  if (of === 1) return 'the one stored delivery';
  return count === of ? `all ${of} stored deliveries` : `${count} of ${of} stored deliveries`;
}

/** The commonest evidence as the cause: of all of them, or of most. */
function causeOf(tried: readonly TriedDelivery[]): string {
  const counts = new Map<string, number>();
  for (const { evidence } of tried) counts.set(evidence, (counts.get(evidence) ?? 0) + 1);
  const [commonest = '', count] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? [];
  if (count === tried.length) return ` because ${commonest}`;
  return `, ${count === 1 ? 'for example' : 'mostly'} because ${commonest}`;
}
