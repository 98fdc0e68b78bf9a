import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';

import { eventBody, events, SentKind } from '#contracts/events.ts';

/** Signed by Standard Webhooks, and ours. */
const headers = z.object({
  'webhook-id': z.string().describe('The id of the event: the same for every try and every target.'),
  'webhook-timestamp': z.string().describe('When it was sent, in seconds since the epoch.'),
  'webhook-signature': z.string().describe('One signature for each valid secret, separated by blanks.'),
  'X-Reveille-Loop': z.string().describe('By which a delivery that the event causes is known.'),
});

/** The events that targets receive, as OpenAPI webhooks. */
export const eventWebhooks = (): ZodOpenApiPathsObject =>
  Object.fromEntries(
    SentKind.options.map((kind) => [
      kind,
      {
        post: {
          operationId: `event.${kind}`,
          tags: ['Events'],
          summary: events[kind].when,
          security: [],
          requestParams: { header: headers },
          requestBody: {
            required: true,
            content: { 'application/json': { schema: eventBody(kind).meta({ id: idOf(kind) }) } },
          },
          responses: {
            '2XX': { description: 'Taken.' },
            '410': { description: 'Not wanted: this event is not sent again.' },
            default: { description: 'It is sent again, for 24 hours.' },
          },
        },
      },
    ]),
  );

/** `RunFinishedEvent`, of `run.finished`. */
const idOf = (kind: string): string =>
  `${kind
    .split('.')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('')}Event`;
