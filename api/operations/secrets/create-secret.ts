import { NewSecret, Secret } from '#contracts/secret.ts';
import type { Secrets } from '#network-access/secrets.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { secretDomainsField } from './secret-domains-field.ts';

export const createSecret = ({ secrets }: { readonly secrets: Pick<Secrets, 'create'> }) =>
  defineOperation({
    method: 'post',
    path: '/manage/secrets',
    id: 'createSecret',
    access: 'owner',
    role: 'owner',
    summary: 'Store a named secret',
    description:
      'Requests name it as `{{secret.<name>}}`, in the URL behind the host, in header values and in the body. It is filled in right before a request is sent, over https, to one of its domains that Network Access allows as well. Records, prompts and logs have the placeholder.',
    body: jsonBody(NewSecret.extend({ domains: secretDomainsField }), {
      examples: {
        slack: {
          summary: 'The part after hooks.slack.com/services/ in the address of a Slack webhook',
          value: { name: 'slack', value: 'T000/B000/XXXXXXXX', domains: ['hooks.slack.com'] },
        },
      },
    }),
    answers: { 201: json('The secret, without its value.', Secret) },
    refusals: ['INVALID_DOMAIN', 'SECRET_EXISTS'],
    handle: async ({ workspace, body }) => ({
      status: 201,
      body: await secrets.create(workspace.id, await body()),
    }),
  });
