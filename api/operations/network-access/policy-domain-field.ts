import { NewPolicy } from '../../../contracts/policy.ts';

/** Judged by the parser of domains; the reference says what it takes. */
export const policyDomainField = NewPolicy.shape.domain.meta({
  type: 'string',
  description: 'A host, a URL with one, or `*.` and a host.',
});
