import { rowFieldNames } from '../delivery/stored-delivery.ts';
import { stays } from '../erasure/strip-run.ts';

/**
 * The fields of an archived delivery that stay in Redis: those that lists, searches, replays, erasures and deduplication
 * need.
 */
export const stubFields: readonly string[] = [
  ...new Set([...stays, ...rowFieldNames({ withAnswer: false }), 'bodyDigest', 'budgetDay', 'supersededBy']),
];
