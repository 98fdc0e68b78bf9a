import { EventAttempt } from '#contracts/event-target.ts';
import type { EventSender } from '#events/send-event.ts';
import { json } from '../answers.ts';
import { assertMayTest, type TestDeps } from '../alerts/assert-may-test.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { type EventDeps, targetParam } from './event-deps.ts';

interface Deps extends EventDeps, TestDeps {
  readonly eventSender: EventSender;
}

export const sendTestEvent = (deps: Deps) =>
  defineOperation({
    method: 'post',
    path: '/manage/event-targets/{targetId}/test',
    id: 'sendTestEvent',
    access: 'owner',
    role: 'owner',
    summary: 'Send a test event',
    description:
      'Sends an event of the type `event.test` as every other, but tries it once, also where the target is off. The answer says what became of it.',
    params: targetParam,
    answers: { 200: json('The event, in the log of the target from now on.', EventAttempt) },
    refusals: ['ALERT_TESTS_EXCEEDED'],
    handle: async ({ workspace, params: { targetId } }) => {
      const { eventTargets, sentEvents, eventSender } = deps;
      const target = { workspaceId: workspace.id, targetId };
      found(await eventTargets.find(workspace.id, targetId), 'event target');
      await assertMayTest(deps, workspace.id);
      const event = await sentEvents.beginTest(target);
      await eventSender.send(target, event.id);
      return { status: 200, body: found(await sentEvents.findView(target, event.id), 'event target') };
    },
  });
