import { z } from 'zod';

/** The roles of tokens; each includes the ones after it. */
export const Role = z.enum(['owner', 'editor', 'approver', 'viewer']);
export type Role = z.infer<typeof Role>;

const role = Role.describe(
  '`viewer` reads; `approver` also decides approvals; `editor` also changes automations and agents, sends and replays; `owner` may do everything: tokens, Network Access, settings, export and erasure too.',
);

/** The door that a token opens. */
export const TokenFor = z.enum(['manage', 'mcp']);
export type TokenFor = z.infer<typeof TokenFor>;

const tokenFor = TokenFor.describe(
  '`manage`: the management API and the console. `mcp`: the tools of `/mcp` alone, for a program that a model steers; its role is `editor` or `viewer`.',
);

export const NewToken = z
  .object({
    name: z.string().trim().min(1, 'must not be blank').max(200).describe('The name that people use.'),
    role,
    for: tokenFor.default('manage'),
  })
  .refine((token) => token.for === 'manage' || token.role === 'editor' || token.role === 'viewer', {
    path: ['role'],
    message: 'must be editor or viewer for a token of /mcp, which neither decides approvals nor opens hosts',
  });
export type NewToken = z.infer<typeof NewToken>;

/** A token of a workspace, without its value. */
export const TokenView = z.object({
  id: z.string(),
  name: z.string(),
  role,
  for: tokenFor,
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable().describe('When it was last used, to the minute. Null: not yet.'),
});
export type TokenView = z.infer<typeof TokenView>;

export const CreatedToken = TokenView.extend({
  token: z.string().describe('Opens the workspace at /manage, or at /mcp. It is shown this once: keep it.'),
});
export type CreatedToken = z.infer<typeof CreatedToken>;
