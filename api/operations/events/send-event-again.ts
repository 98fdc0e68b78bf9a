import { EventAttempt } from '#contracts/event-target.ts';
import type { EventWaker } from '#events/wake.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { idParam } from '../path-params.ts';
import { type EventDeps, targetParam } from './event-deps.ts';

interface Deps extends EventDeps {
  readonly eventWaker: Pick<EventWaker, 'wake'>;
}

export const sendEventAgain = ({ eventTargets, sentEvents, eventWaker }: Deps) =>
  defineOperation({
    method: 'post',
    path: '/manage/event-targets/{targetId}/attempts/{eventId}/send',
    id: 'sendEventAgain',
    access: 'owner',
    role: 'owner',
    summary: 'Send an event again',
    description:
      'Under the same `webhook-id`, whatever became of it, and for 24 hours anew. One that waits for its next try is tried at once.',
    params: { ...targetParam, eventId: idParam('event') },
    answers: { 202: json('The event, which is being sent.', EventAttempt) },
    handle: async ({ workspace, params: { targetId, eventId } }) => {
      const target = { workspaceId: workspace.id, targetId };
      found(await eventTargets.find(workspace.id, targetId), 'event target');
      found((await sentEvents.sendAgain(target, eventId)) ? eventId : null, 'event');
      const event = found(await sentEvents.findView(target, eventId), 'event');
      await eventWaker.wake(workspace.id, [targetId]);
      return { status: 202, body: event };
    },
  });
