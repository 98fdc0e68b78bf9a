import type { z } from 'zod';

import type { NewToken } from '#contracts/token.ts';
import { hashOfToken, idOfToken, newToken } from '#domain/token.ts';
import { fieldsOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { workspaceRecords } from '../records/workspace.ts';

const { fields } = workspaceRecords.token;
export type TokenFields = z.output<typeof fields>;

/** The token that is made with a workspace. */
export const firstToken = { name: 'First token', role: 'owner', for: 'manage' } as const;

/** A new token, and the record of it that is stored: field, value, … */
export function makeToken(given: NewToken & { readonly createdAt: number }) {
  const token = newToken();
  const tokenHash = hashOfToken(token);
  return {
    token,
    tokenHash,
    id: idOfToken(tokenHash),
    stored: fieldsOf(fields, { ...given, tokenHash }),
  } as const;
}

/** The prefix of the keys of a workspace's tokens, for scripts that look through them. */
export const tokenPrefix = (workspaceId: string): string => keys.token(workspaceId, '');
