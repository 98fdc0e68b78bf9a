import { EventAttempt } from '#contracts/event-target.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { ListQuery, pageOf } from '../pages.ts';
import { type EventDeps, targetParam } from './event-deps.ts';

export const listEventAttempts = ({ eventTargets, sentEvents }: EventDeps) =>
  defineOperation({
    method: 'get',
    path: '/manage/event-targets/{targetId}/attempts',
    id: 'listEventAttempts',
    access: 'owner',
    summary: 'List the events of a target',
    description:
      'Each with its tries and its result, newest first. The newest 200 are kept, and those that are still being sent.',
    params: targetParam,
    query: ListQuery,
    answers: { 200: json('A page of events.', pageOf(EventAttempt)) },
    handle: async ({ workspace, params: { targetId }, query }) => {
      found(await eventTargets.find(workspace.id, targetId), 'event target');
      const target = { workspaceId: workspace.id, targetId };
      return { status: 200, body: await sentEvents.list(target, query) };
    },
  });
