import type { Secret } from '#contracts/secret.ts';
import { decodeCursor, encodeCursor } from '#domain/cursor.ts';

interface SecretPage {
  readonly items: Secret[];
  readonly nextCursor: string | null;
}

/** A page of secrets, newest first. The cursor names the last one shown. Throws INVALID_REQUEST for one of no page. */
export function pageOfSecrets(
  secrets: readonly Secret[],
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): SecretPage {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const rest = secrets.filter((secret) => {
    if (after === null) return true;
    const at = Date.parse(secret.createdAt);
    return at < after.at || (at === after.at && secret.name > after.id);
  });
  const items = rest.slice(0, limit);
  const last = items.at(-1);
  const nextCursor =
    rest.length > limit && last !== undefined
      ? encodeCursor({ at: Date.parse(last.createdAt), id: last.name })
      : null;
  return { items, nextCursor };
}
