import { z } from 'zod';

import type { Effect } from './api.ts';
import { type OAuthDraft, OAuthInput, OAuthView, type StoredConnection, StoredOAuth } from './oauth.ts';
import {
  type CredentialDraft,
  newBounds,
  shownBounds,
  StoredBounds,
  StoredCredential,
} from './policy-bounds.ts';

/** The owner of a set of policies: one agent of one workspace. */
export interface AgentScope {
  readonly workspaceId: string;
  readonly agentId: string;
}

const kind = z.enum(['host', 'mail']);
export type PolicyKind = z.infer<typeof kind>;

const approval = z.enum(['never', 'writes', 'always']);
/** Requests that need no approval although the policy asks for one. */
const Exception = z.object({
  method: z.enum(['GET', 'POST', 'PATCH', 'DELETE']),
  path: z
    .string()
    .max(2_000)
    .regex(/^\/[^?#\s]*$/, 'must be a path that begins with / and has no query')
    .describe('The path without its query, such as `/v1/tickets/*`: `*` stands for one whole segment.'),
});

/** The approvals that a policy asks for, as it is stored; a policy without them asks for none. */
const StoredApproval = z.object({
  needed: approval.exclude(['never']),
  hours: z.int(),
  /** Absent where there are none. */
  except: z.array(Exception).exactOptional(),
});
export type StoredApproval = z.infer<typeof StoredApproval>;

const approvalFields = {
  approval: approval.describe(
    '`writes`: whatever is no GET waits for an approval before it is sent, e-mails too; of the operation of an API its `effect` counts. `always`: so does a GET. `never`: nothing does. Where several policies cover a request, the strictest counts.',
  ),
  approvalHours: z
    .int()
    .min(1)
    .max(168)
    .describe('For so long an approval is waited for; after that the request is refused.'),
  approvalExcept: z.array(Exception).max(100).describe('Requests that need no approval all the same.'),
};
export const approvalHoursDefault = 24;

/** A policy as the owner enters it. `domain` and `address` are validated by their parsers, which have better messages. */
export const NewPolicy = z.object({
  kind: kind
    .optional()
    .describe('`host` (the default): requests to a domain. `mail`: e-mails to an address, without a header.'),
  domain: z.unknown().optional(),
  address: z.unknown().optional(),
  headerName: z
    .string()
    .nullish()
    .describe('The header that the service attaches to every request there, such as `Authorization`.'),
  headerValue: z
    .string()
    .nullish()
    .describe(
      'The whole value of it, such as `Bearer <API_KEY>`. Stored encrypted; neither the agent nor any answer ever shows it.',
    ),
  oauth: OAuthInput.nullish().describe(
    'OAuth 2 in the place of the header: a token goes along as `Authorization`. Null: none.',
  ),
  approval: approvalFields.approval.optional(),
  approvalHours: approvalFields.approvalHours.optional(),
  approvalExcept: approvalFields.approvalExcept.optional(),
  ...newBounds,
});
export type NewPolicy = z.infer<typeof NewPolicy>;

/** Absent members stay unchanged; an empty header name or value removes it. */
export const PolicyChange = NewPolicy.partial();
export type PolicyChange = z.infer<typeof PolicyChange>;

/** One allowed domain or address as its owner sees it. The value of the header is never shown. */
export const Policy = z.object({
  id: z.string(),
  kind: kind.describe('`host`: requests to a domain. `mail`: e-mails to an address.'),
  domain: z
    .string()
    .describe(
      'The host that may be reached; the prefix `*.` covers its subdomains of any depth, but not the host itself. For kind `mail`, the domain of the address.',
    ),
  address: z
    .string()
    .nullable()
    .describe(
      'For kind `mail`: `ada@example.com`, or `@example.com` for every address of the domain. Else null.',
    ),
  headerName: z.string().nullable().describe('The header that is attached to requests there. Null: none is.'),
  hasHeaderValue: z.boolean().describe('Whether a value is stored for it. The value is never shown.'),
  oauth: OAuthView.nullable().describe('OAuth 2 in the place of a header. Null: none.'),
  ...approvalFields,
  ...shownBounds,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  lastUsedAt: z.iso
    .datetime()
    .nullable()
    .describe('When a request was last allowed by it. Null: none was since uses are noted.'),
  isUnused: z
    .boolean()
    .describe(
      'Whether no request was allowed by it for 30 days, in which it did not change: consider deleting it.',
    ),
  hints: z
    .array(z.string())
    .describe('The hosts that the domain covers, and likely mistakes in the header, for people.'),
});
export type Policy = z.infer<typeof Policy>;

/** The stored policy. `domain` holds the address of kind `mail`. The header value is encrypted and bound to workspace, agent, policy, domain and header name. */
export const PolicyRecord = z.object({
  id: z.string(),
  domain: z.string(),
  headerName: z.string().nullable(),
  sealedHeaderValue: z.string().nullable(),
  /** Absent where there is none. With it, the header is `Authorization` and has no value here. */
  oauth: StoredOAuth.exactOptional(),
  approval: StoredApproval.exactOptional(),
  bounds: StoredBounds.exactOptional(),
  credentials: z.array(StoredCredential).exactOptional(),
  /** Incremented on each change, for optimistic locking. */
  revision: z.int(),
  /** Epoch milliseconds. */
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type PolicyRecord = Readonly<z.infer<typeof PolicyRecord>>;

/** A policy whose requests take a token of OAuth 2 along. */
export type OAuthPolicy = PolicyRecord & { readonly oauth: StoredOAuth };

/** A policy in a list. A damaged policy has only its id and domain; no header, and no times. */
export type ListedPolicy = PolicyRecord &
  PolicyUse & {
    readonly isDamaged: boolean;
    /** Perhaps one of earlier settings. */
    readonly connection: StoredConnection | null;
  };

/** Epoch milliseconds. */
export interface PolicyUse {
  /** When a request was last allowed by it; null: never since uses are noted. */
  readonly lastUsedAt: number | null;
  /** Since when uses are noted; null: not yet. */
  readonly usesSince: number | null;
}

/** A policy to be stored; an `undefined` header value keeps the stored one. */
export interface PolicyDraft {
  readonly domain: string;
  readonly headerName: string | null;
  readonly headerValue: string | null | undefined;
  readonly oauth?: OAuthDraft | undefined;
  readonly approval?: StoredApproval | undefined;
  readonly bounds?: StoredBounds | undefined;
  readonly credentials?: readonly CredentialDraft[] | undefined;
}

/** A policy whose header is attached: where one of its paths has another header, that one, with its prefix. */
export type AttachingPolicy = PolicyRecord & { readonly pathPrefix?: string };

/** The result of a write. `taken`: another policy has this domain and header name. */
export type PolicyWrite =
  | { readonly status: 'written'; readonly record: PolicyRecord }
  | { readonly status: 'taken' }
  | { readonly status: 'changed' }
  | { readonly status: 'missing' };

/** A request as policies judge whether it needs an approval. An e-mail has the method `MAIL`, and its address as path. */
export interface LeavingRequest {
  readonly method: string;
  readonly path: string;
  /** As the owner says it of the operation that wrote the request; else the method tells. */
  readonly effect?: Effect | undefined;
}

/** The approval that a request needs: asked for by this policy, and waited for as long as the most impatient one says. */
export interface NeededApproval {
  readonly policyId: string;
  readonly hours: number;
}
