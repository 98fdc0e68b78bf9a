import type { AgentScope, PolicyRecord } from '../contracts/policy.ts';
import { foldHeaderName } from '../domain/header-names.ts';
import { isRepeatable } from '../domain/outbound-method.ts';
import type { HeaderLine } from './agent-headers.ts';
import type { OutboundOptions } from './outbound-options.ts';
import type { ParsedRequest } from './parse-request.ts';
import type { EgressPorts } from './ports.ts';

export const userAgent = 'Reveille/1';

/** The headers to attach, or the policy whose value cannot be read. */
export type OpenedSecrets =
  | { readonly kind: 'opened'; readonly headers: readonly HeaderLine[] }
  | { readonly kind: 'unavailable'; readonly policyId: string; readonly error: unknown };

/** Decrypts the header values of the policies that attach one; only the call itself keeps them. */
export function openSecrets(
  scope: AgentScope,
  attaching: readonly PolicyRecord[],
  { openHeaderValue }: EgressPorts['secrets'],
): OpenedSecrets {
  const headers: HeaderLine[] = [];
  for (const policy of attaching) {
    try {
      const value = openHeaderValue(scope, policy);
      if (policy.headerName !== null && value !== null) headers.push([policy.headerName, value]);
    } catch (error) {
      return { kind: 'unavailable', policyId: policy.id, error };
    }
  }
  return { kind: 'opened', headers };
}

/** The header block that goes out: each name once, the configured value before any other. */
export function composeHeaders(
  { method, contentType }: ParsedRequest,
  lines: { readonly agent: readonly HeaderLine[]; readonly attached: readonly HeaderLine[] },
  { idempotencyKey }: Pick<OutboundOptions, 'idempotencyKey'>,
): readonly HeaderLine[] {
  const chosen: HeaderLine[] = [...lines.agent, ...lines.attached];
  const names = new Set(chosen.map(([name]) => foldHeaderName(name)));
  const defaults = [
    ['User-Agent', userAgent],
    ['Content-Type', contentType],
    ['Idempotency-Key', isRepeatable(method) ? null : idempotencyKey],
  ] as const;
  for (const [name, value] of defaults) {
    if (typeof value === 'string' && !names.has(foldHeaderName(name))) chosen.push([name, value]);
  }
  return [...chosen, ['Accept-Encoding', 'identity']];
}
