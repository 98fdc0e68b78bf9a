import type { AgentScope, AttachingPolicy } from '#contracts/policy.ts';
import type { StoredSecret } from '#contracts/secret.ts';
import type { HeaderLine } from './agent-headers.ts';
import type { EgressPorts } from './ports.ts';

/** The values that a request needs decrypted: headers of policies, and secrets that it names. */
export interface NeededSecrets {
  readonly attaching: readonly AttachingPolicy[];
  readonly named: readonly StoredSecret[];
}

/** The headers to attach and the named values; or what cannot be read, for the owner and for the log. */
export type OpenedSecrets =
  | {
      readonly kind: 'opened';
      readonly headers: readonly HeaderLine[];
      readonly named: ReadonlyMap<string, string>;
    }
  | {
      readonly kind: 'unavailable';
      readonly what: string;
      readonly facts: Readonly<Record<string, string>>;
      readonly error: unknown;
    };

/** Decrypts what one request needs. Only the call itself keeps it, and for a minute `redact.ts`, to find it again. */
export function openSecrets(
  scope: AgentScope,
  { attaching, named }: NeededSecrets,
  { secrets, namedSecrets }: Pick<EgressPorts, 'secrets' | 'namedSecrets'>,
): OpenedSecrets {
  const headers: HeaderLine[] = [];
  for (const policy of attaching) {
    try {
      const value = secrets.openHeaderValue(scope, policy);
      if (policy.headerName !== null && value !== null) headers.push([policy.headerName, value]);
    } catch (error) {
      return { kind: 'unavailable', what: 'its configured header', facts: { policyId: policy.id }, error };
    }
  }
  const values = new Map<string, string>();
  for (const secret of named) {
    try {
      values.set(secret.name, namedSecrets.open(scope.workspaceId, secret));
    } catch (error) {
      const { name } = secret;
      return { kind: 'unavailable', what: `the secret ${name}`, facts: { secret: name }, error };
    }
  }
  return { kind: 'opened', headers, named: values };
}
