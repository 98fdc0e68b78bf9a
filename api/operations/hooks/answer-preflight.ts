import { DomainError } from '#domain/domain-error.ts';
import type { Door } from '#intake/door.ts';
import type { Logger } from '#platform/logger.ts';
import type { Hooks } from '#store/automation/hooks.ts';
import { wordings } from '../../body/input-wording.ts';
import { intakeUnavailable } from '../../errors/assert-accepted.ts';
import { empty } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { textParam } from '../path-params.ts';
import { corsHeaders } from './cors.ts';
import { doorRequest } from './door-request.ts';
import { hookIfAny } from './find-hook.ts';
import { hookAnswers, hookResponse } from './hook-response.ts';

interface Deps {
  readonly door: Pick<Door, 'formOf' | 'greet'>;
  readonly hooks: Hooks;
  readonly logger: Logger;
  /** How long records, and with them event ids, are kept. */
  readonly retentionDays: number;
  /** Base of hook URLs. */
  readonly publicUrl: string;
}

const allowed = {
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers':
    'Content-Type, X-Service-Event-Id, X-Service-Reference, X-Service-Reference-Url',
  'Access-Control-Max-Age': '600',
};

export const answerPreflight = (deps: Deps) =>
  defineOperation({
    method: 'options',
    path: '/hooks/{token}',
    id: 'answerPreflight',
    access: 'hook',
    isExceptional: true,
    summary: 'Answer a preflight of a browser, or the handshake of CloudEvents',
    description:
      'Browsers ask before a script of another site posts JSON. It may where the automation lists that site in `form.origins`; everything else is refused. A sender of CloudEvents asks by OPTIONS whether it may send (`WebHook-Request-Origin`).',
    params: { token: textParam('The secret end of the URL of the automation.') },
    answers: { ...hookAnswers, 204: empty('The site may post here.', ['Access-Control-Allow-Origin']) },
    refusals: ['METHOD_NOT_ALLOWED', 'DELIVERY_RATE_EXCEEDED', 'INTAKE_UNAVAILABLE'],
    handle: async ({ params, message, client }) => {
      const { headers } = message;
      const hook = await hookIfAny(deps, params.token);
      if (hook === null) throw notAllowed();
      if (headers['webhook-request-origin'] !== undefined) {
        const request = doorRequest(deps.publicUrl, params.token, { message, client });
        return hookResponse(await deps.door.greet(hook, request), deps.retentionDays);
      }
      if (headers.origin === undefined || headers['access-control-request-method'] === undefined)
        throw notAllowed();
      const form = await deps.door.formOf(hook).catch((error: unknown) => {
        deps.logger.error({ error }, 'preflight not answered');
        throw intakeUnavailable();
      });
      const cors = corsHeaders(form, headers);
      if (cors['Access-Control-Allow-Origin'] === undefined) throw notAllowed();
      return { status: 204, headers: { ...cors, ...allowed } };
    },
  });

const notAllowed = () => new DomainError('METHOD_NOT_ALLOWED', wordings.hook.wrongMethod('OPTIONS'));
