import type { NewDecision } from '#contracts/decision.ts';
import type { OutboundRefusal, OutboundUnapproved } from '#contracts/outbound.ts';
import type { AgentScope } from '#contracts/policy.ts';
import type { AddressRule } from './address-rule.ts';
import type { WireFailure } from './failure.ts';
import type { KeptWires } from './kept-wires.ts';
import type { EgressLimits } from './limits.ts';
import type { IsOwnEndpoint } from './own-endpoints.ts';
import type { OutboundOptions } from './outbound-options.ts';
import type { ParsedRequest } from './parse-request.ts';
import type { EgressPorts } from './ports.ts';
import type { Redact } from './redact.ts';
import type { Resolve } from './resolve.ts';
import type { SanitizedResponse } from './sanitize-response.ts';
import type { Target } from './target.ts';

export interface HopDeps extends EgressPorts {
  readonly rule: AddressRule;
  readonly isOwnEndpoint: IsOwnEndpoint;
  readonly resolve: Resolve;
  readonly redactFor: (secrets: readonly string[]) => Redact;
  readonly keptWires: KeptWires;
  readonly limits: EgressLimits;
  readonly certificateAuthorities: readonly string[] | undefined;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** One request on its way: the first, or one that a redirect leads to. */
export interface Hop {
  readonly scope: AgentScope;
  readonly request: ParsedRequest;
  readonly options: Pick<
    OutboundOptions,
    'idempotencyKey' | 'isApproved' | 'effect' | 'origin' | 'onSending'
  >;
  /** The value of the header that ends loops; undefined if none is sent. */
  readonly loopValue: string | undefined;
  /** 0 for the request itself. */
  readonly index: number;
  readonly target: Target;
  /** The target that redirected here. */
  readonly from: Target | undefined;
  /** True from the first redirect to another site on: the agent's own credentials stay behind. */
  readonly isOtherSite: boolean;
  /** Values that earlier hops attached: a later target must not hand them back either. */
  readonly earlierSecrets: readonly string[];
  /** Aborts at the end of the whole call's time. */
  readonly deadline: AbortSignal;
}

export interface HopResponse extends Omit<SanitizedResponse, 'kind'> {
  readonly kind: 'answered';
  readonly status: number;
  /** As the target sent it: for following, not for showing. */
  readonly location: string | undefined;
}

/** The result of a hop. */
export interface HopResult {
  readonly outcome: OutboundRefusal | OutboundUnapproved | WireFailure | HopResponse;
  /** Everything that must not appear in the result of this call. */
  readonly secrets: readonly string[];
  /** The facts in the access log beside the request itself. */
  readonly facts: Partial<NewDecision>;
}
