import { z } from 'zod';

import { HookAnswer } from '../../../contracts/hook.ts';
import type { Operation } from '../operation.ts';

const anything = {} as const;

/** Where senders deliver. */
export const hookOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/hooks/{token}',
    id: 'deliver',
    part: 'hooks',
    summary: 'Deliver to an automation',
    description: [
      'Whoever has the URL can wake the agent: keep it private. The body is kept byte for byte, whatever it is.',
      'An event is processed once. Its id is the header `X-Service-Event-Id`, else `event_id` or `idempotency_key` of a JSON body. Without any, equal bodies on the same UTC day are one event (`eventIdSource: payload`): send an id.',
      '200, also for `duplicate` and `skipped`, means: do not send it again. 429 and 503 leave no trace: send the same delivery again after `Retry-After`.',
      'A header `API-Version` is ignored here.',
    ].join('\n\n'),
    pathParams: { token: 'The secret end of the URL of the automation.' },
    headers: z.object({
      'X-Service-Event-Id': z
        .string()
        .optional()
        .meta({ description: 'Unique per delivery, the same on its retries; at most 255 characters.' }),
      'X-Service-Reference': z
        .string()
        .optional()
        .meta({ description: 'What the delivery is about: a conversation, ticket or order.' }),
      'X-Service-Reference-Url': z
        .string()
        .optional()
        .meta({ description: 'Link to it in your own system.' }),
    }),
    isBodyOptional: true,
    request: [
      {
        mediaType: 'application/json',
        schema: anything,
        examples: {
          order: {
            summary: 'With an event id of its own',
            value: { event_id: 'evt_1', order: { id: 7, total: 40 } },
          },
        },
      },
      { mediaType: 'application/x-www-form-urlencoded', schema: anything },
      { mediaType: 'text/plain', schema: { type: 'string' } },
      { mediaType: '*/*', schema: anything },
    ],
    success: {
      status: 200,
      description: 'Taken, seen before, or skipped because the automation is paused.',
      bodies: [{ mediaType: 'application/json', schema: HookAnswer }],
    },
    refusals: [
      'INVALID_EVENT_ID',
      'INVALID_ENCODING',
      'UNKNOWN_WEBHOOK',
      'WEBHOOK_RETIRED',
      'PAYLOAD_TOO_LARGE',
      'UNSUPPORTED_ENCODING',
      'DELIVERY_RATE_EXCEEDED',
      'CONCURRENCY_EXCEEDED',
      'INTAKE_UNAVAILABLE',
    ],
  },
];
