import { z } from 'zod';

import { HookAnswer } from './hook-answer.ts';
import { limits } from '../../../domain/limits.ts';
import { arrivalOfRequest } from '../../../intake/arrival.ts';
import type { Intake } from '../../../intake/receive.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Admissions, Arrival } from '../../../store/admissions.ts';
import type { Hook, Hooks } from '../../../store/hooks.ts';
import { rawBody } from '../../body/raw-body.ts';
import { asRefusal } from '../../errors/as-refusal.ts';
import { assertAccepted } from '../../errors/assert-accepted.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { textParam } from '../path-params.ts';
import { findHook } from './find-hook.ts';

interface Deps {
  readonly admissions: Pick<Admissions, 'countRequest'>;
  readonly hooks: Hooks;
  readonly intake: Intake;
  readonly logger: Logger;
}

const anything = {} as const;
const body = rawBody({
  bytesMax: limits.deliveryBodyBytesMax,
  content: {
    'application/json': {
      schema: anything,
      examples: {
        order: {
          summary: 'With an event id of its own',
          value: { event_id: 'evt_1', order: { id: 7, total: 40 } },
        },
      },
    },
    'application/x-www-form-urlencoded': { schema: anything },
    'text/plain': { schema: { type: 'string' } },
    '*/*': { schema: anything },
  },
});

/** Only documented here; the intake reads the raw headers by its own rules. */
const headers = z.object({
  'X-Service-Event-Id': z
    .string()
    .optional()
    .meta({ description: 'Unique per delivery, the same on its retries; at most 255 characters.' }),
  'X-Service-Reference': z
    .string()
    .optional()
    .meta({ description: 'What the delivery is about: a conversation, ticket or order.' }),
  'X-Service-Reference-Url': z.string().optional().meta({ description: 'Link to it in your own system.' }),
});

/** The response waits only for the store and for the start of the run. */
export const deliver = (deps: Deps) =>
  defineOperation({
    method: 'post',
    path: '/hooks/{token}',
    id: 'deliver',
    access: 'hook',
    summary: 'Deliver to an automation',
    description: [
      'Anyone who has the URL can wake the agent: keep it private. The body is kept byte for byte, whatever it is.',
      'An event is processed once. Its id is the header `X-Service-Event-Id`, else `event_id` or `idempotency_key` of a JSON body. Without any, equal bodies on the same UTC day are one event (`eventIdSource: payload`): send an id.',
      '200, also for `duplicate` and `skipped`, means: do not send it again. After 429, which leaves no trace, and 503, send the same delivery again when `Retry-After` has passed. A 503 says that it is not certain whether the delivery was taken: under the same event id it is processed once, however often you send it.',
      'A header `API-Version` is ignored here.',
    ].join('\n\n'),
    params: { token: textParam('The secret end of the URL of the automation.') },
    headers,
    body,
    answers: {
      200: json('Taken, seen before, or skipped because the automation is paused.', HookAnswer),
    },
    refusals: [
      'INVALID_EVENT_ID',
      'UNKNOWN_WEBHOOK',
      'WEBHOOK_RETIRED',
      'WEBHOOK_SUSPENDED',
      'DELIVERY_RATE_EXCEEDED',
      'CONCURRENCY_EXCEEDED',
      'INTAKE_UNAVAILABLE',
    ],
    handle: async ({ params, message, body, requestId }) => {
      const hook = await findHook(deps, params.token);
      const arrival = await countingRefusals(deps, hook, async () =>
        arrivalOfRequest(hook.automationId, {
          headers: message.headers,
          eventIdHeader: message.headersDistinct['x-service-event-id'] ?? [],
          body: await body(),
        }),
      );
      const receipt = await deps.intake.receive(hook, arrival);
      if (receipt.status === 'unavailable') {
        const { deliveryId } = arrival;
        deps.logger.error({ requestId, deliveryId, error: receipt.error }, 'delivery not stored');
      }
      assertAccepted(receipt);
      return { status: 200, body: receipt };
    },
  });

/** Counts requests that are refused before the intake sees them, for flood protection. */
async function countingRefusals(
  { admissions, logger }: Deps,
  hook: Hook,
  read: () => Promise<Arrival>,
): Promise<Arrival> {
  try {
    return await read();
  } catch (refusal) {
    // A failed count must not replace the refusal.
    await admissions
      .countRequest(hook, asRefusal(refusal)?.code ?? null)
      .catch((error: unknown) => logger.warn({ error }, 'refused request not counted'));
    throw refusal;
  }
}
