import type { ActivityRow } from '#contracts/delivery.ts';
import type { Position } from '../page.ts';
import { type Candidate, rowOf } from './candidates.ts';
import { lengthOf } from './query.ts';
import type { Source } from './source.ts';

/** The most deliveries that one call looks at, if not every one matches. */
const lookedAtMax = 1_000;
const charsMax = 4_000_000;
/** How many are read together after the first time. */
const batchSize = 100;

interface Wanted {
  readonly source: Source;
  readonly read: (deliveryId: string) => Promise<Candidate | null>;
  readonly isMatch: (candidate: Candidate) => boolean;
  readonly after: Position | null;
  readonly limit: number;
}

export interface Collected {
  readonly rows: readonly ActivityRow[];
  /** Behind it is the rest; null where there is none. */
  readonly position: Position | null;
  /** Whether it ended before there were enough rows, because it had looked at enough deliveries. */
  readonly isCutShort: boolean;
}

/** Takes the first matches from a source, newest first. */
export async function collect({ source, read, isMatch, after, limit }: Wanted): Promise<Collected> {
  const rows: ActivityRow[] = [];
  let [position, shown, lookedAt, chars] = [after, after, 0, 0];
  for (;;) {
    const count = lookedAt === 0 ? limit + 1 : batchSize;
    const batch = await source(position, count);
    const candidates = await Promise.all(batch.map(({ id }) => read(id)));
    for (const [index, candidate] of candidates.entries()) {
      if (lookedAt >= lookedAtMax || chars >= charsMax) return { rows, position, isCutShort: true };
      position = batch[index] ?? position;
      lookedAt += 1;
      if (candidate === null) continue;
      chars += lengthOf(candidate);
      if (!isMatch(candidate)) continue;
      if (rows.length === limit) return { rows, position: shown, isCutShort: false };
      rows.push(rowOf(candidate));
      shown = position;
    }
    if (batch.length < count) return { rows, position: null, isCutShort: false };
  }
}
