import { createToken } from './create-token.ts';
import { deleteToken } from './delete-token.ts';
import { listTokens } from './list-tokens.ts';

export const tokenOperations = [listTokens, createToken, deleteToken] as const;
