import type { Door } from '#intake/door.ts';
import type { Logger } from '#platform/logger.ts';
import type { Hooks } from '#store/automation/hooks.ts';
import { defineOperation } from '../define-operation.ts';
import { textParam } from '../path-params.ts';
import { doorRequest } from './door-request.ts';
import { hookIfAny } from './find-hook.ts';
import { hookAnswers, hookResponse } from './hook-response.ts';

interface Deps {
  readonly door: Pick<Door, 'greet'>;
  readonly hooks: Hooks;
  readonly logger: Logger;
  /** How long records, and with them event ids, are kept. */
  readonly retentionDays: number;
  /** Base of hook URLs. */
  readonly publicUrl: string;
}

export const answerHandshake = (deps: Deps) =>
  defineOperation({
    method: 'get',
    path: '/hooks/{token}',
    id: 'answerHandshake',
    access: 'hook',
    isExceptional: true,
    summary: 'Answer the handshake of a sender',
    description:
      'Some senders ask for an answer by GET or HEAD before they send. It is given where the sender of the automation is one of them, and wakes nothing. Every other GET is refused.',
    params: { token: textParam('The secret end of the URL of the automation.') },
    answers: hookAnswers,
    refusals: ['METHOD_NOT_ALLOWED', 'DELIVERY_RATE_EXCEEDED', 'INTAKE_UNAVAILABLE'],
    handle: async ({ params, message, client }) => {
      const hook = await hookIfAny(deps, params.token);
      if (hook === null) return hookResponse({ status: 'no-handshake' }, deps.retentionDays);
      const answer = await deps.door.greet(
        hook,
        doorRequest(deps.publicUrl, params.token, { message, client }),
      );
      return hookResponse(answer, deps.retentionDays);
    },
  });
