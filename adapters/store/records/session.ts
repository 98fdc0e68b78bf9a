import { z } from 'zod';

import { defineRecord } from './define.ts';
import { epochMs } from './fields.ts';
import { key } from './key.ts';

export const sessionRecords = {
  session: defineRecord({
    type: 'hash',
    key: key`session:${'sessionHash'}`,
    purpose: 'A browser that is signed in to the console; its cookie is kept as a hash.',
    fields: z.object({
      tokenHash: z
        .string()
        .describe('SHA-256 of the token that it was signed in with: the session ends with the token.'),
      csrf: z.string().describe('The token that the forms of its pages carry.'),
      createdAt: epochMs.describe('When it was signed in.'),
    }),
    writers: ['token/sessions.ts', 'session-list.ts'],
    lifetime: '1 day from the last request with it, at most 7 days, or until it is signed out.',
  }),
  tokenSessions: defineRecord({
    type: 'sorted set',
    key: key`token-sessions:${'tokenId'}`,
    purpose: 'The browsers that are signed in with a token.',
    member: 'hash of the cookie of a session, which may have been ended',
    score: 'when something was last asked with it, ms',
    writers: ['session-list.ts'],
    lifetime:
      'Each member 1 day from the last request with its session, once another one is used; all 7 days from the last use of one.',
  }),
  signInCode: defineRecord({
    type: 'string',
    key: key`sign-in-code:${'codeHash'}`,
    purpose: 'A link that signs in once: the hash of the token that it stands for.',
    value: z.string(),
    writers: ['token/sessions.ts'],
    lifetime: '15 minutes, or until it is used.',
  }),
} as const;
