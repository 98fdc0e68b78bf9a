import { NewPolicy } from '#contracts/policy.ts';

/** Documentation only: the domain parser validates the value. */
export const policyDomainField = NewPolicy.shape.domain.meta({
  type: 'string',
  description: 'A host, a URL with one, or `*.` and a host.',
});
