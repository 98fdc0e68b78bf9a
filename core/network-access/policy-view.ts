import type { StoredConnection } from '#contracts/oauth.ts';
import {
  approvalHoursDefault,
  type ListedPolicy,
  type NewPolicy,
  type Policy,
  type PolicyRecord,
  type PolicyUse,
  type PolicyWrite,
} from '#contracts/policy.ts';
import { damageSentence } from '#domain/damage-sentence.ts';
import { DomainError } from '#domain/domain-error.ts';
import { policyKindOf } from '#domain/policy-kind.ts';
import { shownBoundsOf } from './bounds.ts';
import { headerHints } from './header-hints.ts';
import { oauthHints, oauthView } from './oauth-view.ts';

export const notFound = () => new DomainError('NOT_FOUND', 'There is no such policy.');

interface Noted extends PolicyUse {
  readonly connection: StoredConnection | null;
}

export const neverUsed: Noted = { lastUsedAt: null, usesSince: null, connection: null };

/** For so long it may go unused without being thought superfluous. */
const unusedAfterMs = 30 * 24 * 60 * 60 * 1_000;

/** Policies as their owner sees them. */
export function policyView(now: () => number) {
  function view(record: PolicyRecord, use: Noted, enteredValue?: string | null): Policy {
    const { id, domain, headerName, sealedHeaderValue, oauth, approval, createdAt, updatedAt } = record;
    const { lastUsedAt } = use;
    const entered =
      headerName !== null && enteredValue ? headerHints({ headerName, headerValue: enteredValue }) : [];
    return {
      id,
      ...nameOf(domain),
      headerName,
      hasHeaderValue: sealedHeaderValue !== null,
      oauth: oauthView(oauth, use.connection),
      approval: approval?.needed ?? 'never',
      approvalHours: approval?.hours ?? approvalHoursDefault,
      approvalExcept: approval?.except ?? [],
      ...shownBoundsOf(record),
      createdAt: new Date(createdAt).toISOString(),
      updatedAt: new Date(updatedAt).toISOString(),
      lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
      isUnused: isUnused(record, use, now()),
      hints: [...coverHints(domain), ...oauthHints(domain, oauth), ...entered],
    };
  }

  function written(write: PolicyWrite, input: Pick<NewPolicy, 'headerValue'>, use: Noted): Policy {
    switch (write.status) {
      case 'written':
        return view(write.record, use, input.headerValue);
      case 'taken':
        throw new DomainError(
          'POLICY_EXISTS',
          'This agent already has a policy for this domain and header name.',
          { field: 'domain' },
        );
      case 'missing':
      case 'changed':
        throw notFound();
    }
  }

  function listed(record: ListedPolicy): Policy {
    const shown = view(record, record);
    return record.isDamaged ? { ...shown, hints: [damagedHint] } : shown;
  }

  return { written, listed };
}

/** Only of a time in which uses were noted it is known. */
const isUnused = (
  { updatedAt }: PolicyRecord,
  { lastUsedAt, usesSince }: PolicyUse,
  nowMs: number,
): boolean => usesSince !== null && nowMs - Math.max(updatedAt, usesSince, lastUsedAt ?? 0) >= unusedAfterMs;

const damagedHint = `${damageSentence(['its header'])} Requests to the domain fail. Delete the policy, and add it again.`;

function nameOf(domain: string): Pick<Policy, 'kind' | 'domain' | 'address'> {
  const kind = policyKindOf(domain);
  if (kind === 'host') return { kind, domain, address: null };
  return { kind, domain: domain.slice(domain.lastIndexOf('@') + 1), address: domain };
}

const coverHints = (domain: string): readonly string[] =>
  domain.startsWith('*.')
    ? [`Covers every subdomain of ${domain.slice(2)}, at any depth; not ${domain.slice(2)} itself.`]
    : [];
