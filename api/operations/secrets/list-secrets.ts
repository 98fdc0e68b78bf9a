import { Secret } from '#contracts/secret.ts';
import type { Secrets } from '#network-access/secrets.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { ListQuery, pageOf } from '../pages.ts';
import { decodeCursor, encodeCursor } from '#domain/cursor.ts';

export const listSecrets = ({ secrets }: { readonly secrets: Pick<Secrets, 'list'> }) =>
  defineOperation({
    method: 'get',
    path: '/manage/secrets',
    id: 'listSecrets',
    access: 'owner',
    summary: 'List the named secrets of the workspace',
    description: 'Newest first. Their values are never shown.',
    query: ListQuery,
    answers: { 200: json('A page of secrets.', pageOf(Secret)) },
    handle: async ({ workspace, query }) => ({
      status: 200,
      body: pageOfSecrets(await secrets.list(workspace.id), query),
    }),
  });

interface SecretPage {
  readonly items: Secret[];
  readonly nextCursor: string | null;
}

/** A page of secrets, newest first. The cursor names the last one shown. Throws INVALID_REQUEST for one of no page. */
function pageOfSecrets(
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
