import { NewPolicy } from '#contracts/policy.ts';

/** Documentation only: the parsers validate the values. */
export const policyNameFields = {
  domain: NewPolicy.shape.domain.meta({
    type: 'string',
    description: 'A host, a URL with one, or `*.` and a host.',
  }),
  address: NewPolicy.shape.address.meta({
    type: 'string',
    description: 'For kind `mail`: `ada@example.com`, or `@example.com` for every address of the domain.',
  }),
};
