import { z } from 'zod';

import { limits } from '#domain/limits.ts';
import { rawBody } from '../../body/raw-body.ts';

const anything = {} as const;
/** Anything: the body is kept byte for byte. */
export const deliveryBody = rawBody({
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
export const deliveryHeaders = z.object({
  'X-Service-Event-Id': z
    .string()
    .optional()
    .meta({ description: 'Unique per delivery, the same on its retries; at most 255 characters.' }),
  'X-Service-Reference': z
    .string()
    .optional()
    .meta({ description: 'The subject of the delivery: a conversation, ticket or order.' }),
  'X-Service-Reference-Url': z.string().optional().meta({ description: 'Link to it in your own system.' }),
});
