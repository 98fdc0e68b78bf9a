import { z } from 'zod';

import type { LeavingRequest, NeededApproval } from './policy.ts';

const method = z.string().describe('`GET`, `POST`, `PATCH` or `DELETE`.');
const url = z.string().describe('The whole http(s) address, query included.');

/** A request as the agent or its owner writes it; Network Access validates it later, with better messages. */
export const OutboundRequest = z.object({
  method,
  url,
  headers: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .nullish()
    .describe('Headers of its own. A header that a policy attaches cannot be set here.'),
  body: z
    .json()
    .optional()
    .describe('A string goes out as it is, anything else as JSON. Null or absent: no body.'),
});
export type OutboundRequest = Readonly<z.infer<typeof OutboundRequest>>;

export const OutboundCheck = z.object({
  method,
  url,
  headers: OutboundRequest.shape.headers,
  body: OutboundRequest.shape.body.describe(
    'As it would be sent; null for none. Absent: bounds of members are not judged.',
  ),
});
export type OutboundCheck = Readonly<z.infer<typeof OutboundCheck>> & Pick<LeavingRequest, 'effect'>;

/** Why a request was allowed (`policy`) or refused. Shown only in the audit log and the owner's check. */
const grounds = {
  policy: 'allowed, by a policy.',
  host: 'refused: no policy allows this host, or this address of it.',
  address: 'refused: the host has an address that is not public.',
  plaintext: 'refused: a credential would have gone out over plain http.',
  method: 'refused: no policy of the host allows this method there.',
  path: 'refused: no policy of the host allows this path.',
  ambiguous: 'refused: servers may read the path in several ways that policies judge differently.',
  member: 'refused: the body does not certainly keep a bound of its members.',
  redirect: 'refused: the target redirected to what is not allowed.',
  approval: 'not sent yet: a policy asks for an approval first.',
  'secret-unknown': 'refused: it names a secret that the workspace does not have.',
  'secret-host': 'refused: it names a secret whose domains do not cover this host.',
} as const;
export type Ground = keyof typeof grounds;
export const Ground = z.enum(Object.keys(grounds) as [Ground, ...Ground[]]).describe(
  `Why it may go out or not. ${Object.entries(grounds)
    .map(([ground, meaning]) => `\`${ground}\`: ${meaning}`)
    .join(' ')}`,
);
export type RefusalGround = Exclude<Ground, 'policy' | 'approval'>;

export const failureReasons = [
  'DNS_NOT_FOUND',
  'DNS_TEMPORARY',
  'CONNECT_FAILED',
  'CONNECT_TIMEOUT',
  'TLS_ERROR',
  'SECRET_UNAVAILABLE',
  'OAUTH_BROKEN',
  'OAUTH_UNAVAILABLE',
  'OAUTH_FAILED',
  'TOTAL_TIMEOUT',
  'SOCKET_CLOSED',
  'INVALID_ANSWER',
  'RESPONSE_TOO_LARGE',
  'UNSUPPORTED_ENCODING',
  'TOO_MANY_REDIRECTS',
  'CANCELLED',
  'MAIL_LIMIT',
] as const;
export type FailureReason = (typeof failureReasons)[number];

interface Sent {
  /**
   * The first 64 KiB of the body as the agent wrote it, with the names of secrets in the place of their values, and redacted
   * like an answer. Null where there was none, or nothing was sent.
   */
  readonly requestBody: string | null;
  /** The whole URL, redacted in the same way. */
  readonly requestUrl: string;
}

/** The target answered, with any status. Text is redacted, then truncated. */
export interface OutboundAnswer extends Sent {
  readonly kind: 'answered';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly truncated: boolean;
  /** Names of the headers that policies attached. */
  readonly attachedHeaders: readonly string[];
  /** Names of the agent's headers that were left out. */
  readonly ignoredHeaders: readonly string[];
  readonly host: string;
  readonly path: string;
  /** The URL at which a followed redirect ended; null when none was followed. */
  readonly finalUrl: string | null;
  /** Likely causes when the response looks wrong, for people and models. */
  readonly hints: readonly string[];
}

/** Not allowed; nothing of this request, or of this redirect hop, was sent. */
export interface OutboundRefusal {
  readonly kind: 'refused';
  readonly host: string;
  readonly ground: RefusalGround;
  readonly message: string;
}

/** The request is invalid; nothing was sent. */
export interface OutboundInvalid {
  readonly kind: 'invalid';
  readonly message: string;
  /** Absent where it is no single one. */
  readonly field?: 'method' | 'url' | 'headers' | 'body';
}

/** Allowed, but no answer. */
export interface OutboundFailure extends Sent {
  readonly kind: 'failed';
  readonly reason: FailureReason;
  /** `nothing`: no byte of the request was written. `maybe`: the target may have acted on it. */
  readonly sent: 'nothing' | 'maybe';
  /** Whether the same request may succeed later. */
  readonly isTemporary: boolean;
  readonly message: string;
  readonly host: string;
  readonly path: string;
  readonly attachedHeaders: readonly string[];
}

/** Allowed, but not sent: a policy asks for an approval first. */
export interface OutboundUnapproved {
  readonly kind: 'unapproved';
  readonly host: string;
  readonly needed: NeededApproval;
}

export type OutboundResult =
  | OutboundAnswer
  | OutboundRefusal
  | OutboundInvalid
  | OutboundFailure
  | OutboundUnapproved;

/** Whether a request would be allowed. `policyId`: the closest match. */
export type CheckResult =
  | {
      readonly kind: 'checked';
      readonly allowed: boolean;
      readonly ground: Ground;
      readonly host: string;
      readonly policyId: string | null;
      readonly attachedHeaders: readonly string[];
      /** For `member`: the bound, and why the body does not keep it. */
      readonly fault: string | null;
      /** The bounds of members that are not judged, as the body is not known. */
      readonly unjudged: readonly string[];
      /** The approval that it would wait for before it is sent. */
      readonly neededApproval: NeededApproval | null;
    }
  | OutboundInvalid;
