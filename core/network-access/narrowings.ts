import type { Decision } from '#contracts/decision.ts';
import type { NarrowingPreview, NarrowingProposals } from '#contracts/narrowing.ts';
import type { AgentScope, ListedPolicy, PolicyRecord } from '#contracts/policy.ts';
import type { Narrowing } from '#contracts/policy-bounds.ts';
import { outboundMethods } from '#domain/outbound-method.ts';
import { policyKindOf } from '#domain/policy-kind.ts';
import { boundsAfter } from './bounds.ts';
import { judgeBounds } from './judge-bounds.ts';
import { matchingPolicies } from './match-policies.ts';
import { notFound } from './policy-view.ts';
import { proposePaths } from './propose-paths.ts';
import { type DecisionLog, recentDecisions } from './recent-decisions.ts';

const examplesMax = 20;
const hostsMax = 100;

/** Reads in the log of an agent how its policies could be narrower, and what that would have refused. */
export function createNarrowings({
  records,
  decisions,
  now = Date.now,
}: {
  readonly records: { readonly all: (scope: AgentScope) => Promise<readonly ListedPolicy[]> };
  readonly decisions: DecisionLog;
  readonly now?: () => number;
}) {
  async function read(scope: AgentScope) {
    const [listed, log] = await Promise.all([records.all(scope), recentDecisions(decisions, scope, now())]);
    const policies = listed.filter(({ domain, isDamaged }) => !isDamaged && policyKindOf(domain) === 'host');
    return { policies, log };
  }

  async function propose(scope: AgentScope): Promise<NarrowingProposals> {
    const { policies, log } = await read(scope);
    const items = policies
      .toSorted((a, b) => b.createdAt - a.createdAt)
      .map((policy) => proposalFor(policy, policies, log.items));
    return { since: log.since, decisions: log.items.length, isComplete: log.isComplete, items };
  }

  async function preview(
    scope: AgentScope,
    policyId: string,
    narrowing: Narrowing,
  ): Promise<NarrowingPreview> {
    const { policies, log } = await read(scope);
    const policy = policies.find(({ id }) => id === policyId);
    if (policy === undefined) throw notFound();
    const used = usesOf(policy, log.items);
    const lost = used.filter(isLostBy(policies, policy, narrowing));
    const examples = new Map(lost.map((one) => [callOf(one), one]));
    return {
      since: log.since,
      decisions: log.items.length,
      isComplete: log.isComplete,
      requests: used.length,
      refused: lost.length,
      examples: [...examples.values()]
        .slice(0, examplesMax)
        .map(({ at, method, host, path }) => ({ at, method, host, path })),
    };
  }

  return { propose, preview };
}

const usesOf = ({ id }: PolicyRecord, decisions: readonly Decision[]): readonly Decision[] =>
  decisions.filter(({ allowed, policyIds }) => allowed && policyIds.includes(id));

const callOf = ({ method, host, path }: Decision): string => JSON.stringify([method, host, path]);

/** The least that would have allowed everything that the policy allowed; as it is where nothing is known. */
function proposalFor(
  policy: ListedPolicy,
  policies: readonly PolicyRecord[],
  decisions: readonly Decision[],
) {
  const used = usesOf(policy, decisions);
  const methods = outboundMethods.filter((method) => used.some((one) => one.method === method));
  const calls = [...new Map(used.map((one) => [callOf(one), one])).values()];
  const paths = proposePaths(calls.map(({ path }) => path));
  const proposed = {
    methods: used.length === 0 || methods.length === outboundMethods.length ? null : methods,
    paths: paths === null ? null : [...paths],
  };
  const isCertain = !calls.some(isLostBy(policies, policy, proposed));
  return {
    policyId: policy.id,
    domain: policy.domain,
    requests: used.length,
    runs: new Set(used.flatMap(({ deliveryId }) => deliveryId ?? [])).size,
    hosts: policy.domain.startsWith('*.')
      ? [...new Set(used.map(({ host }) => host))].toSorted().slice(0, hostsMax)
      : [],
    ...(isCertain ? proposed : { methods: proposed.methods, paths: null }),
  };
}

/** Whether a request that the policy covers would be refused, or sent without its header, if it were narrowed to this. */
function isLostBy(policies: readonly PolicyRecord[], policy: PolicyRecord, narrowing: Narrowing) {
  const { bounds: _, ...rest } = policy;
  const bounds = boundsAfter(narrowing, policy.bounds);
  const narrowed = { ...rest, ...(bounds && { bounds }) };
  const after = policies.map((one) => (one.id === policy.id ? narrowed : one));
  const isCovered = (list: readonly PolicyRecord[], { method, host, path }: Decision) => {
    const request = { method, path, search: '', headers: [], contentType: null, body: undefined };
    const { ground, covering } = judgeBounds(matchingPolicies(host, list), request);
    return ground === 'policy' && covering.some(({ id }) => id === policy.id);
  };
  return (decision: Decision): boolean => isCovered(policies, decision) && !isCovered(after, decision);
}
