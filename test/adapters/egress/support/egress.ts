import type { OutboundRequest } from '#contracts/outbound.ts';
import { createEgress, type EgressDeps } from '#egress/egress.ts';
import type { OutboundOptions } from '#egress/outbound-options.ts';
import { createPolicyMatcher } from '#network-access/match-policies.ts';
import { secretLookup, type SecretLine } from '#test/core/network-access/support/secrets.ts';
import {
  decisionLog,
  policyLookup,
  type PolicyLine,
  scope,
} from '#test/core/network-access/support/policies.ts';

interface Parts extends Partial<Omit<EgressDeps, 'decisions'>> {
  readonly lines?: readonly PolicyLine[];
  readonly named?: readonly SecretLine[];
}

/** Every name that a test invents lives on loopback. */
export const onLoopback = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);

/** For policies without OAuth 2. */
export const noAccessTokens: EgressDeps['accessTokens'] = {
  take: () => Promise.reject(new Error('no policy has OAuth 2')),
};

/** The egress with a list of policies, loopback open, and a log to look at. */
export function testEgress({ lines = [], named = [], ...parts }: Parts) {
  const namedSecrets = secretLookup(named);
  const decisions = decisionLog();
  const warnings: object[] = [];
  const logger = {
    warn: (facts: object) => void warnings.push(facts),
    error: (facts: object) => void warnings.push(facts),
  };
  const records = policyLookup(lines);
  const egress = createEgress({
    policies: createPolicyMatcher({ records }),
    secrets: records,
    accessTokens: noAccessTokens,
    namedSecrets,
    ownEndpoints: [],
    allowAddresses: ['127.0.0.0/8', '::1/128'],
    resolve: onLoopback,
    loopLinks: { seal: ({ workspaceId, cause, round }) => `${workspaceId}.${cause}.${round}` },
    logger,
    ...parts,
    decisions,
  });
  // Its warning at the start about open ranges is not about a request.
  warnings.length = 0;
  const send = (
    method: string,
    url: string,
    rest: Partial<OutboundRequest> = {},
    options?: OutboundOptions,
  ) => egress.send(scope, { method, url, ...rest }, options);
  return { egress, send, rows: decisions.rows, warnings, reads: records.reads, uses: namedSecrets.uses };
}
