import { z } from 'zod';

/** Authorization servers that are known, and their names. */
export const oauthPresetNames = {
  google: 'Google',
  microsoft: 'Microsoft',
  github: 'GitHub',
  slack: 'Slack',
  salesforce: 'Salesforce',
  hubspot: 'HubSpot',
  notion: 'Notion',
  linear: 'Linear',
} as const;
export type OAuthPresetId = keyof typeof oauthPresetNames;
const OAuthPresetId = z.enum(Object.keys(oauthPresetNames) as [OAuthPresetId, ...OAuthPresetId[]]);
/** Undefined where it is not known. */
export const knownPreset = (id: string | null): OAuthPresetId | undefined => OAuthPresetId.safeParse(id).data;

const grant = z
  .enum(['client_credentials', 'authorization_code'])
  .describe(
    '`client_credentials`: the service gets tokens by itself. `authorization_code`: an owner connects it in the console, with PKCE.',
  );
const clientAuth = z
  .enum(['basic', 'post', 'none'])
  .describe('The place of the client secret: in a Basic header, in the body, or nowhere (a public client).');
export type OAuthClientAuth = z.infer<typeof clientAuth>;

const text = z
  .string()
  .trim()
  .max(2_000)
  .regex(/^[\x20-\x7e]*$/, 'must be one line of printable ASCII characters');

const endpoints = {
  issuer: text
    .nullable()
    .describe(
      'The authorization server. Its endpoints are read from its metadata, and the `iss` of its answers is checked.',
    ),
  authorizationUrl: text.nullable().describe('Needed for `authorization_code` without `issuer`.'),
  tokenUrl: text.nullable().describe('Needed without `issuer`.'),
};

const settings = {
  preset: OAuthPresetId.nullable().describe('Fills in what is absent: endpoints and `clientAuth`.'),
  grant,
  clientId: text.min(1, 'must not be blank').describe('The id of the service there.'),
  ...endpoints,
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,500}$/, 'must be a scope'))
    .max(100)
    .describe('The rights that are asked for.'),
  clientAuth,
  audience: text.nullable().describe('Goes out as `audience`, for servers that ask for one.'),
  resource: text.nullable().describe('Goes out as `resource` (RFC 8707).'),
};

/** The description stays with the member. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().describe(schema.description ?? '');

/** OAuth 2 as an owner enters it; blank is absent. */
export const OAuthInput = z.object({
  preset: optional(settings.preset),
  grant,
  clientId: settings.clientId,
  clientSecret: z
    .string()
    .nullish()
    .describe(
      'Stored encrypted and never shown. Absent: the stored one stays, for the same domain, client and endpoints.',
    ),
  issuer: optional(endpoints.issuer),
  authorizationUrl: optional(endpoints.authorizationUrl),
  tokenUrl: optional(endpoints.tokenUrl),
  scopes: settings.scopes.optional(),
  clientAuth: optional(clientAuth),
  audience: optional(settings.audience),
  resource: optional(settings.resource),
});
export type OAuthInput = z.infer<typeof OAuthInput>;

const moment = z.iso.datetime().nullable();

const ConnectionView = z.object({
  state: z
    .enum(['none', 'connected', 'broken'])
    .describe(
      '`none`: there is no token yet. `broken`: the server refuses to give another; requests fail until it is connected again.',
    ),
  since: moment.describe('When that began.'),
  expiresAt: moment.describe('When the access token expires; it is refreshed before. Null: unknown.'),
  scopes: z.array(z.string()).describe('As the server granted them; empty where it did not say.'),
  reason: z.string().nullable().describe('Why it is broken.'),
});
export type ConnectionView = z.infer<typeof ConnectionView>;

/** As its owner sees it. */
export const OAuthView = z.object({
  ...settings,
  hasClientSecret: z.boolean().describe('Whether a client secret is stored. It is never shown.'),
  connection: ConnectionView.describe('Whether it has tokens.'),
});
export type OAuthView = z.infer<typeof OAuthView>;

/** As the policy stores it. */
export const StoredOAuth = z.object({
  ...settings,
  /** One of a later release is not known here. */
  preset: z.string().nullable(),
  /** Separated by blanks: a script would make an object of an empty list. */
  scopes: z.string(),
  /** Encrypted and bound to workspace, agent, policy, domain, client and endpoints. */
  sealedClientSecret: z.string().nullable(),
  /** Another one with each change of the domain or of anything here: tokens of an earlier one do not count. */
  connectionId: z.string(),
});
export type StoredOAuth = Readonly<z.infer<typeof StoredOAuth>>;

/** OAuth to be stored. `clientSecret` undefined: the stored one stays. `isSame`: so do its tokens. */
export interface OAuthDraft {
  readonly settings: Omit<StoredOAuth, 'sealedClientSecret' | 'connectionId'>;
  readonly clientSecret: string | null | undefined;
  readonly isSame: boolean;
}

/** The connection of a policy to an authorization server. Moments in epoch milliseconds. */
export const StoredConnection = z.object({
  connectionId: z.string(),
  /** Incremented on each change: of two that refresh at once, one writes. */
  revision: z.int(),
  state: z.enum(['connected', 'broken']),
  since: z.number(),
  expiresAt: z.number().nullable(),
  /** From then on it is refreshed. */
  renewAt: z.number().nullable(),
  scopes: z.string().nullable(),
  reason: z.string().nullable(),
  /** Encrypted and bound to workspace, agent, policy, domain and `connectionId`. Null: broken. */
  sealedTokens: z.string().nullable(),
});
export type StoredConnection = Readonly<z.infer<typeof StoredConnection>>;

export const OAuthTokens = z.object({ accessToken: z.string(), refreshToken: z.string().nullable() });
export type OAuthTokens = Readonly<z.infer<typeof OAuthTokens>>;

/** The token that a request takes along, or why there is none. `broken`: somebody has to connect it again. */
export type AccessToken =
  | { readonly kind: 'token'; readonly accessToken: string }
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'failed'; readonly isTemporary: boolean; readonly reason: string };

/** A connection that broke, in epoch milliseconds; `deliveryId`: the run that met it. */
export interface BrokenConnection {
  readonly workspaceId: string;
  readonly agentId: string;
  readonly policyId: string;
  readonly domain: string;
  readonly reason: string;
  readonly since: number;
  readonly deliveryId: string | null;
}
