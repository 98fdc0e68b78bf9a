import { rowFieldNames } from '../delivery/stored-delivery.ts';
import { stays } from '../erasure/strip-run.ts';

/** What stays in Redis of an archived delivery: what lists, searches, replays and erasures need, and what knows its event. */
export const stubFields: readonly string[] = [
  ...new Set([...stays, ...rowFieldNames({ withAnswer: false }), 'bodyDigest', 'budgetDay', 'supersededBy']),
];
