import type { CausedBy } from '#contracts/cause.ts';
import { isId } from './ids.ts';

interface StoredCause {
  /** Null: nothing of ours caused it. */
  readonly round: number | null;
  /** Null: what did is of another workspace. */
  readonly causedBy: string | null;
}

/** The causes that are no delivery, by the kinds of their ids. */
const kinds = [
  ['conversation', 'chat'],
  ['alert rule', 'alert'],
  ['event target', 'event'],
] as const;

/** The cause of a delivery, out of its record. */
export function causeOf({ round, causedBy: id }: StoredCause): CausedBy {
  if (round === null) return null;
  if (id === null) return { kind: 'elsewhere', id, round };
  const [, kind = 'delivery'] = kinds.find(([idKind]) => isId(idKind, id)) ?? [];
  return { kind, id, round };
}
