import type { DecisionLog, NewDecision } from '../contracts/decision.ts';
import type { OutboundOptions, OutboundOrigin, OutboundRefusal } from '../contracts/outbound.ts';
import type { OutboundMethod } from '../domain/outbound-method.ts';
import type { AgentScope, PolicyLookup } from '../contracts/policy.ts';
import type { AddressRule } from './address.ts';
import type { PreparedHeaders } from './agent-headers.ts';
import type { WireFailure } from './failure.ts';
import type { EgressLimits } from './limits.ts';
import type { PresentedAnswer } from './present.ts';
import type { Resolve } from './resolve.ts';
import type { Target } from './target.ts';

export interface EgressLogger {
  readonly warn: (facts: object, sentence: string) => void;
  readonly error: (facts: object, sentence: string) => void;
}

export interface HopDeps {
  readonly policies: PolicyLookup;
  readonly decisions: DecisionLog;
  readonly rule: AddressRule;
  readonly resolve: Resolve;
  readonly limits: EgressLimits;
  readonly certificateAuthorities: readonly string[] | undefined;
  readonly logger: EgressLogger;
}

/** One request on its way: the first, or one that a redirect leads to. */
export interface Hop {
  readonly scope: AgentScope;
  readonly origin: OutboundOrigin | undefined;
  /** 0 for the request itself. */
  readonly index: number;
  readonly target: Target;
  /** The target that redirected here. */
  readonly from: Target | undefined;
  /** True from the first redirect to another site on: the agent's own credentials stay behind. */
  readonly isOtherSite: boolean;
  readonly method: OutboundMethod;
  readonly agentHeaders: PreparedHeaders;
  /** For names that nobody else sets. */
  readonly defaults: readonly (readonly [name: string, value: string | null | undefined])[];
  readonly body: Buffer | null;
  /** Values that earlier hops attached: a later target must not hand them back either. */
  readonly earlierSecrets: readonly string[];
  readonly deadline: AbortSignal;
  /** Awaited right before the first byte of the first hop may leave. */
  readonly onSending: OutboundOptions['onSending'];
}

export interface HopAnswer extends Omit<PresentedAnswer, 'kind'> {
  readonly kind: 'answered';
  readonly status: number;
  /** As the target sent it: for following, not for showing. */
  readonly location: string | undefined;
}

type HopOutcome = OutboundRefusal | WireFailure | HopAnswer;

/** What became of a hop, with what its row in the log says beside the decision itself. */
export interface Attempt {
  readonly outcome: HopOutcome;
  readonly facts: Partial<NewDecision>;
  /** Everything that must not come back from this call. */
  readonly secrets: readonly string[];
}
