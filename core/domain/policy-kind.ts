export const policyKinds = ['host', 'mail'] as const;
export type PolicyKind = (typeof policyKinds)[number];

/** What a policy is for, by what it names: a host never has an `@`, an address and `@domain` always do. */
export const policyKindOf = (name: string): PolicyKind => (name.includes('@') ? 'mail' : 'host');
