import { empty } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { type EventDeps, targetParam } from './event-deps.ts';

export const deleteEventTarget = ({ eventTargets }: Pick<EventDeps, 'eventTargets'>) =>
  defineOperation({
    method: 'delete',
    path: '/manage/event-targets/{targetId}',
    id: 'deleteEventTarget',
    access: 'owner',
    role: 'owner',
    summary: 'Delete a target of events',
    description: 'With its log. Events that are still being sent there are not retried.',
    params: targetParam,
    answers: { 204: empty('Deleted.') },
    handle: async ({ workspace, params: { targetId } }) => {
      found((await eventTargets.remove(workspace.id, targetId)) ? targetId : null, 'event target');
      return { status: 204 };
    },
  });
