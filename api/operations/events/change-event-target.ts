import { EventTarget, EventTargetChange } from '#contracts/event-target.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { checkedUrl, type EventDeps, targetParam, withLastAttempt } from './event-deps.ts';

export const changeEventTarget = (deps: EventDeps) =>
  defineOperation({
    method: 'patch',
    path: '/manage/event-targets/{targetId}',
    id: 'changeEventTarget',
    access: 'owner',
    role: 'owner',
    summary: 'Change a target of events',
    description:
      'Absent members stay as they are. Events that are being sent go to the new URL; they fail where the target is turned off.',
    params: targetParam,
    body: jsonBody(EventTargetChange, {
      examples: { off: { summary: 'Send nothing for now', value: { state: 'off' } } },
    }),
    answers: { 200: json('The target.', EventTarget) },
    refusals: ['INVALID_EVENT_URL'],
    handle: async ({ workspace, params, body }) => {
      const { url, ...given } = await body();
      const change = { ...given, ...(url !== undefined && { url: checkedUrl(deps, url) }) };
      const target = found(
        await deps.eventTargets.revise(workspace.id, params.targetId, change),
        'event target',
      );
      return { status: 200, body: await withLastAttempt(deps, workspace.id, target) };
    },
  });
