import type { PolicyKind } from '#contracts/policy.ts';

/** The kind of a policy, by what it names: a host never has an `@`, an address and `@domain` always do. */
export const policyKindOf = (name: string): PolicyKind => (name.includes('@') ? 'mail' : 'host');
