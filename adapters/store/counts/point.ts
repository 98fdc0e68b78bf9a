import { Outcome } from '#contracts/run.ts';
import type { StatsPoint } from '#contracts/stats.ts';
import { integer } from '../records/fields.ts';

type Counted = Omit<StatsPoint, 'at'>;

const none = {
  running: 0,
  waiting: 0,
  succeeded: 0,
  failed: 0,
  skipped: 0,
  needs_model: 0,
  unknown_effect: 0,
};

/** The counts of the fields that begin with `prefix`. A counter that is damaged, or below zero, counts nothing. */
export function pointOf(stored: Readonly<Record<string, string>>, prefix: string, running: number): Counted {
  const outcomes = { ...none, running };
  const refused: Record<string, number> = {};
  let duplicates = 0;
  for (const [field, text] of Object.entries(stored)) {
    const count = integer.safeDecode(text).data ?? 0;
    if (!field.startsWith(prefix) || count <= 0) continue;
    const name = field.slice(prefix.length);
    const outcome = Outcome.safeParse(name).data;
    if (outcome !== undefined) outcomes[outcome] = count;
    else if (name === 'duplicate') duplicates = count;
    else refused[name] = count;
  }
  return { outcomes, duplicates, refused };
}

export function totalOf(points: readonly Counted[]): Counted {
  const outcomes = { ...none };
  const refused: Record<string, number> = {};
  let duplicates = 0;
  for (const point of points) {
    for (const outcome of Outcome.options) outcomes[outcome] += point.outcomes[outcome];
    for (const [code, count] of Object.entries(point.refused)) refused[code] = (refused[code] ?? 0) + count;
    duplicates += point.duplicates;
  }
  return { outcomes, duplicates, refused };
}
