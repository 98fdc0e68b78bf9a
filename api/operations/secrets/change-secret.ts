import { Secret, SecretChange } from '#contracts/secret.ts';
import type { Secrets } from '#network-access/secrets.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { secretDomainsField } from './secret-domains-field.ts';
import { secretNameParam } from './secret-name.ts';

const Change = SecretChange.extend({ domains: secretDomainsField.optional() }).refine(
  ({ value, domains }) => value !== undefined || domains !== undefined,
  'needs value or domains',
);

export const changeSecret = ({ secrets }: { readonly secrets: Pick<Secrets, 'update'> }) =>
  defineOperation({
    method: 'patch',
    path: '/manage/secrets/{name}',
    id: 'changeSecret',
    access: 'owner',
    role: 'owner',
    summary: 'Replace the value or the domains of a secret',
    description: 'A domain that it did not have asks for the value again.',
    params: { name: secretNameParam },
    body: jsonBody(Change, {
      examples: { replaced: { summary: 'A new value', value: { value: 'T000/B001/YYYYYYYY' } } },
    }),
    answers: { 200: json('The secret, without its value.', Secret) },
    refusals: ['INVALID_DOMAIN'],
    handle: async ({ workspace, params, body }) => ({
      status: 200,
      body: await secrets.update(workspace.id, params.name, await body()),
    }),
  });
