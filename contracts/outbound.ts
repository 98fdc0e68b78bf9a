import { z } from 'zod';

import type { AgentScope } from './policy.ts';

export type OutboundMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** A request as the agent or its owner asks for it; the rules judge it later, with better sentences than a schema. */
export const OutboundRequest = z.object({
  method: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullish(),
  /** A string goes out as it is, anything else as JSON; null is no body. */
  body: z.json().optional(),
});
export type OutboundRequest = Readonly<z.infer<typeof OutboundRequest>>;

export const OutboundCheck = z.object({ method: z.string(), url: z.string() });
export type OutboundCheck = Readonly<z.infer<typeof OutboundCheck>>;

/** Why a request may go out (`policy`) or why not. Only the audit record and the owner's check tell. */
export const grounds = ['policy', 'host', 'address', 'plaintext', 'redirect'] as const;
export type Ground = (typeof grounds)[number];
export type RefusalGround = Exclude<Ground, 'policy'>;

const failureReasons = [
  'DNS_NOT_FOUND',
  'DNS_TEMPORARY',
  'CONNECT_FAILED',
  'CONNECT_TIMEOUT',
  'TLS_ERROR',
  'SECRET_UNAVAILABLE',
  'HEADERS_TIMEOUT',
  'TOTAL_TIMEOUT',
  'SOCKET_CLOSED',
  'INVALID_ANSWER',
  'RESPONSE_TOO_LARGE',
  'UNSUPPORTED_ENCODING',
  'TOO_MANY_REDIRECTS',
  'CANCELLED',
] as const;
export type FailureReason = (typeof failureReasons)[number];

/** The target answered, whatever it answered. Text is redacted, then cut. */
export interface OutboundAnswer {
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
  /** Where a followed redirect ended; null when none was followed. */
  readonly finalUrl: string | null;
  /** What to look at when the answer looks wrong, for people and models. */
  readonly hints: readonly string[];
}

/** Not allowed; nothing of this request, or of this hop of it, was sent. */
export interface OutboundRefusal {
  readonly kind: 'refused';
  readonly host: string;
  readonly ground: RefusalGround;
  readonly message: string;
}

/** The caller's mistake; nothing was sent. */
export interface OutboundInvalid {
  readonly kind: 'invalid';
  readonly message: string;
}

/** Allowed, but no answer. */
export interface OutboundFailure {
  readonly kind: 'failed';
  readonly reason: FailureReason;
  /** `nothing`: not one byte of the request was written. `maybe`: the target may have acted on it. */
  readonly sent: 'nothing' | 'maybe';
  /** Whether the same request may well succeed later. POST and PATCH: only where `sent` is `nothing`. */
  readonly isTemporary: boolean;
  readonly message: string;
  readonly host: string;
  readonly path: string;
  readonly attachedHeaders: readonly string[];
}

export type OutboundResult = OutboundAnswer | OutboundRefusal | OutboundInvalid | OutboundFailure;

/** Which step of which run asked; absent for a chat or the owner's own request. */
export interface OutboundOrigin {
  readonly deliveryId: string;
  readonly step: number;
}

export interface OutboundOptions {
  readonly signal?: AbortSignal | undefined;
  /** Goes out as `Idempotency-Key` on POST and PATCH, unless the agent set one. */
  readonly idempotencyKey?: string | undefined;
  readonly origin?: OutboundOrigin | undefined;
  /**
   * Awaited once, when the request is decided, resolved and connected, and right before its first byte may leave.
   * Where it rejects, nothing is sent and `send` rejects with the same error.
   */
  readonly onSending?: (() => Promise<void>) | undefined;
}

/** What `check` says about a request that is not sent. `policyId`: the closest match. */
export type CheckResult =
  | {
      readonly kind: 'checked';
      readonly allowed: boolean;
      readonly ground: Ground;
      readonly host: string;
      readonly policyId: string | null;
      readonly attachedHeaders: readonly string[];
    }
  | OutboundInvalid;

/** The only way out for an agent. */
export interface Egress {
  readonly send: (
    scope: AgentScope,
    request: OutboundRequest,
    options?: OutboundOptions,
  ) => Promise<OutboundResult>;
  readonly check: (scope: AgentScope, request: OutboundCheck) => Promise<CheckResult>;
}

/** One row of the audit log: a hop that was allowed or refused. Names only; no value of a header, body or query. */
export const Decision = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  allowed: z.boolean(),
  ground: z.enum(grounds),
  /** Of a refused redirect: which rule the hop broke. */
  detail: z.string().nullable(),
  method: z.string(),
  scheme: z.string(),
  host: z.string(),
  port: z.int(),
  path: z.string(),
  queryKeys: z.array(z.string()),
  /** 0 for the request itself, then one for each redirect. */
  hop: z.int(),
  /** The closest match; null when there was none. */
  policyId: z.string().nullable(),
  policyIds: z.array(z.string()),
  attachedHeaders: z.array(z.string()),
  ignoredHeaders: z.array(z.string()),
  addresses: z.array(z.string()),
  dialledAddress: z.string().nullable(),
  status: z.int().nullable(),
  failure: z.enum(failureReasons).nullable(),
  bytesOut: z.int(),
  bytesIn: z.int(),
  /** How often a credential was found in the answer and taken out; one is worth a look. */
  redactions: z.int(),
  truncated: z.boolean(),
  durationMs: z.int(),
  deliveryId: z.string().nullable(),
  step: z.int().nullable(),
});
export type Decision = Readonly<z.infer<typeof Decision>>;
export type NewDecision = Omit<Decision, 'id' | 'at'>;

export interface DecisionLog {
  readonly append: (scope: AgentScope, decision: NewDecision) => Promise<void>;
}
