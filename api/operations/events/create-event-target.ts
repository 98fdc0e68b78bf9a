import { EventTargetWithSecret, eventTargetsMax, NewEventTarget } from '#contracts/event-target.ts';
import { DomainError } from '#domain/domain-error.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { checkedUrl, type EventDeps } from './event-deps.ts';

const examples = {
  all: { summary: 'Every event', value: { url: 'https://example.com/events' } },
  finished: {
    summary: 'The end of each run',
    value: { url: 'https://example.com/events', events: ['run.finished'] },
  },
};

export const createEventTarget = (deps: EventDeps) =>
  defineOperation({
    method: 'post',
    path: '/manage/event-targets',
    id: 'createEventTarget',
    access: 'owner',
    role: 'owner',
    summary: 'Create a target of events',
    description: [
      `Every event of the workspace is posted to it, or those of \`events\`, by [Standard Webhooks](https://www.standardwebhooks.com): \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\` are signed with the secret of the target, which the packages named \`standardwebhooks\` verify. The bodies are under \`webhooks\` of this document. At most ${eventTargetsMax} targets.`,
      'Any 2xx is success; redirects are not followed. An event that fails is tried for 24 hours, later where `Retry-After` asks for that, and not again after 410. It may arrive more than once, under the same `webhook-id`, and in any order: sort by `sequence`.',
    ].join('\n\n'),
    body: jsonBody(NewEventTarget, { examples }),
    answers: { 201: json('The target with its secret.', EventTargetWithSecret) },
    refusals: ['EVENT_TARGETS_FULL', 'INVALID_EVENT_URL'],
    handle: async ({ workspace, body }) => {
      const { url, ...chosen } = await body();
      const made = await deps.eventTargets.create(workspace.id, { url: checkedUrl(deps, url), ...chosen });
      if (made === null)
        throw new DomainError(
          'EVENT_TARGETS_FULL',
          `A workspace has at most ${eventTargetsMax} targets of events`,
        );
      return { status: 201, body: { ...made.target, lastAttempt: null, secret: made.secret } };
    },
  });
