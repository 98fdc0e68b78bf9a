import type { CausedBy } from '#contracts/cause.ts';
import { isId } from './ids.ts';

interface StoredCause {
  /** Null: nothing of ours caused it. */
  readonly round: number | null;
  /** Null: what did is of another workspace. */
  readonly causedBy: string | null;
}

export function causeOf({ round, causedBy: id }: StoredCause): CausedBy {
  if (round === null) return null;
  if (id === null) return { kind: 'elsewhere', id, round };
  const kind = isId('conversation', id) ? 'chat' : isId('alert rule', id) ? 'alert' : 'delivery';
  return { kind, id, round };
}
