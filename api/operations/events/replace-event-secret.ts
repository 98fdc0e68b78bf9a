import { EventTargetWithSecret } from '#contracts/event-target.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { type EventDeps, targetParam, withLastAttempt } from './event-deps.ts';

export const replaceEventSecret = (deps: EventDeps) =>
  defineOperation({
    method: 'post',
    path: '/manage/event-targets/{targetId}/secret',
    id: 'replaceEventSecret',
    access: 'owner',
    role: 'owner',
    summary: 'Replace the secret of a target of events',
    description:
      'The new secret is shown this once. For 24 hours events carry two signatures, one by each secret, so that you can change it at the other end without missing any.',
    params: targetParam,
    answers: { 200: json('The target with its new secret.', EventTargetWithSecret) },
    handle: async ({ workspace, params: { targetId } }) => {
      const { target, secret } = found(
        await deps.eventTargets.replaceSecret(workspace.id, targetId),
        'event target',
      );
      return { status: 200, body: { ...(await withLastAttempt(deps, workspace.id, target)), secret } };
    },
  });
