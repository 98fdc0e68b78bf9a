import type { PolicyKind } from '#contracts/policy.ts';

/** What a policy is for, by what it names: a host never has an `@`, an address and `@domain` always do. */
export const policyKindOf = (name: string): PolicyKind => (name.includes('@') ? 'mail' : 'host');
