import type { NewDecision } from '#contracts/decision.ts';
import type { AccessToken } from '#contracts/oauth.ts';
import type {
  AgentScope,
  AttachingPolicy,
  LeavingRequest,
  NeededApproval,
  OAuthPolicy,
  PolicyRecord,
} from '#contracts/policy.ts';
import type { BoundedRequest, BoundsGround } from '#contracts/policy-bounds.ts';
import type { LoopLink } from '#domain/loop.ts';
import type { SecretMatch, StoredSecret } from '#contracts/secret.ts';

/** The policies of an agent that cover a host. */
export interface PolicyMatch {
  /** Closest first; empty where the host is not allowed. */
  readonly matching: readonly PolicyRecord[];
  /** Whether their methods, paths and members allow the request. */
  readonly ground: BoundsGround;
  /** For `member`: the bound, and why the body does not keep it. */
  readonly fault: string | null;
  /** The bounds of members of a body that is not known yet. */
  readonly unjudged: readonly string[];
  /** Those whose methods and paths cover the request. */
  readonly covering: readonly PolicyRecord[];
  /** Those whose header is attached. */
  readonly attaching: readonly AttachingPolicy[];
  /** The approval that they ask for before the request is sent; null where none does. */
  readonly neededApproval: (request: LeavingRequest) => NeededApproval | null;
}

/** The needs of egress from other rooms. */
export interface EgressPorts {
  readonly policies: {
    /** Called for every hop, so that a change applies immediately. Rejects when the policies cannot be read. */
    readonly match: (scope: AgentScope, host: string, request?: BoundedRequest) => Promise<PolicyMatch>;
  };
  readonly secrets: {
    /** Decrypts the header value; null where there is none. Throws when the key is missing or the record was moved. */
    readonly openHeaderValue: (scope: AgentScope, policy: AttachingPolicy) => string | null;
  };
  readonly accessTokens: {
    /**
     * A token that is still good, refreshed before it expires, or because a target `rejected` it. Rejects when the records
     * cannot be read.
     */
    readonly take: (
      scope: AgentScope,
      policy: OAuthPolicy,
      asked: {
        readonly signal: AbortSignal;
        readonly rejected?: string | undefined;
        /** The run that asks. */
        readonly deliveryId: string | null;
      },
    ) => Promise<AccessToken>;
  };
  /** Those that requests name as `{{secret.name}}`. */
  readonly namedSecrets: {
    readonly match: (workspaceId: string, host: string, names: readonly string[]) => Promise<SecretMatch>;
    /** Decrypts the value. Throws when the key is missing or the record was changed. */
    readonly open: (workspaceId: string, secret: StoredSecret) => string;
    readonly noteUsed: (workspaceId: string, names: readonly string[]) => Promise<void>;
  };
  readonly loopLinks: {
    /** As the value of a header that this installation alone can make and read. */
    readonly seal: (link: LoopLink) => string;
  };
  readonly decisions: {
    readonly append: (scope: AgentScope, decision: NewDecision) => Promise<void>;
  };
  readonly logger: {
    readonly warn: (facts: object, sentence: string) => void;
    readonly error: (facts: object, sentence: string) => void;
  };
}
