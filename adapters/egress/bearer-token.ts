import type { FailureReason } from '#contracts/outbound.ts';
import type { OAuthPolicy, PolicyRecord } from '#contracts/policy.ts';
import type { HeaderLine } from './agent-headers.ts';
import { failure, type WireFailure } from './failure.ts';
import type { Hop } from './hop.ts';
import type { EgressPorts } from './ports.ts';
import type { WireResponse } from './send.ts';

/** A policy that attaches a token of OAuth 2: one at most, for it is that of the header `Authorization`. */
export const oauthPolicyOf = (attaching: readonly PolicyRecord[]): OAuthPolicy | undefined =>
  attaching.find((policy): policy is OAuthPolicy => policy.oauth !== undefined);

interface Asked extends Pick<Hop, 'scope' | 'target' | 'options' | 'deadline'> {
  readonly policy: OAuthPolicy;
  /** A header that the target no longer takes. */
  readonly rejected?: HeaderLine;
}

/** The header with a token that is still good, refreshed where it has to be. */
export async function bearerLine(
  { accessTokens }: Pick<EgressPorts, 'accessTokens'>,
  { scope, target, options, deadline: signal, policy, rejected }: Asked,
): Promise<{ readonly kind: 'line'; readonly line: HeaderLine } | WireFailure> {
  const token = await accessTokens.take(scope, policy, {
    signal,
    rejected: rejected?.[1].slice(scheme.length),
    deliveryId: options.origin?.deliveryId ?? null,
  });
  if (token.kind === 'token') return { kind: 'line', line: ['Authorization', scheme + token.accessToken] };
  return failure(reasonOf(token), 'nothing', target.host, `its OAuth 2 connection ${token.reason}`);
}

const scheme = 'Bearer ';

function reasonOf(token: {
  readonly kind: 'broken' | 'failed';
  readonly isTemporary?: boolean;
}): FailureReason {
  if (token.kind === 'broken') return 'OAUTH_BROKEN';
  return token.isTemporary === true ? 'OAUTH_UNAVAILABLE' : 'OAUTH_FAILED';
}

/** Whether the target says that it did not process the request, because the token is no longer good (RFC 6750). */
export function isTokenRejected({ status, headers }: Pick<WireResponse, 'status' | 'headers'>): boolean {
  const challenges = [headers['www-authenticate'] ?? []].flat().join(', ');
  return (
    status === 401 &&
    /(^|,)\s*bearer\s.*\berror\s*=\s*("invalid_token"|invalid_token(?![^\s,]))/i.test(challenges)
  );
}
