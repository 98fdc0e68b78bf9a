import { z } from 'zod';

import { EventTarget, eventTargetsMax } from '#contracts/event-target.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { type EventDeps, withLastAttempt } from './event-deps.ts';

const EventTargets = z.object({
  items: z.array(EventTarget),
  nextCursor: z.null().describe(`Always null: there are at most ${eventTargetsMax}.`),
});

export const listEventTargets = (deps: EventDeps) =>
  defineOperation({
    method: 'get',
    path: '/manage/event-targets',
    id: 'listEventTargets',
    access: 'owner',
    summary: 'List targets of events',
    description: 'Newest first, each with its newest event.',
    answers: { 200: json('The targets.', EventTargets) },
    handle: async ({ workspace }) => {
      const targets = await deps.eventTargets.list(workspace.id);
      const items = await Promise.all(targets.map((target) => withLastAttempt(deps, workspace.id, target)));
      return { status: 200, body: { items, nextCursor: null } };
    },
  });
