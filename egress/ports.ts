import type { NewDecision } from '../contracts/decision.ts';
import type { AgentScope, PolicyRecord } from '../contracts/policy.ts';

/** The policies of an agent that cover a host. */
export interface PolicyMatch {
  /** Closest first; empty where the host is not allowed. */
  readonly matching: readonly PolicyRecord[];
  /** Those of them whose header goes out. */
  readonly attaching: readonly PolicyRecord[];
}

/** What the way out needs from the rest of the house. */
export interface EgressPorts {
  readonly policies: {
    /** Asked for every hop, so that a change counts at once. Rejects when the policies cannot be read. */
    readonly match: (scope: AgentScope, host: string) => Promise<PolicyMatch>;
  };
  readonly secrets: {
    /** Decrypts the header value; null where there is none. Throws when the key is missing or the record was moved. */
    readonly openHeaderValue: (scope: AgentScope, policy: PolicyRecord) => string | null;
  };
  readonly decisions: {
    readonly append: (scope: AgentScope, decision: NewDecision) => Promise<void>;
  };
  readonly logger: {
    readonly warn: (facts: object, sentence: string) => void;
    readonly error: (facts: object, sentence: string) => void;
  };
}
