import { headerOf, textAt } from './read.ts';
import { standardWebhooks as scheme } from './schemes/standard-webhooks.ts';
import type { Sender, SenderRequest, SignatureCheck } from './sender.ts';

const ownNames = scheme('webhook-');
const svixNames = scheme('svix-');
const usesSvixNames = (request: SenderRequest): boolean => headerOf(request, 'svix-id') !== null;

const check: SignatureCheck = (request, secret, keys) =>
  (usesSvixNames(request) ? svixNames : ownNames).check(request, secret, keys);

/** The format of OpenAI, Clerk, Resend, Polar and others, some under the header names of Svix. */
export const standardWebhooks: Sender = {
  id: 'standard-webhooks',
  title: 'Standard Webhooks (Svix)',
  docsUrl: 'https://www.standardwebhooks.com/',
  recognise: (request) =>
    (headerOf(request, 'webhook-id') !== null && headerOf(request, 'webhook-signature') !== null) ||
    (usesSvixNames(request) && headerOf(request, 'svix-signature') !== null),
  // The one of the two that is signed.
  eventId: (request) => headerOf(request, usesSvixNames(request) ? 'svix-id' : 'webhook-id'),
  eventIdIsSigned: true,
  reference: ({ json }) => textAt(json, 'data', 'id'),
  referenceUrl: () => null,
  eventName: ({ json }) => textAt(json, 'type'),
  verify: { ...ownNames, secretName: 'Signing secret (whsec_…)', check },
  handshake: null,
  retries: {
    answerWithinMs: 15_000,
    tries: 10,
    overMs: 3 * 24 * 3_600_000,
    note: 'The specification recommends this; each sender has a plan of its own.',
  },
  connect: {
    steps: [
      'Open the webhooks of the sender and add an endpoint with {url}.',
      'Tick the events and save.',
      'Copy the signing secret (whsec_…) of the endpoint and enter it here.',
    ],
    events: [],
  },
  sample: {
    headers: {
      'content-type': 'application/json',
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1795348800',
      'webhook-signature': 'v1,xb0zAL1MdrEn+5vQKvjFYKje1QxlW+UGHCMBCiWUI84=',
    },
    body: '{"type":"contact.created","timestamp":"2026-11-22T12:00:00Z","data":{"id":"1f81eb52-5198-4599-803e-771906343485","name":"Ada"}}',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLjSw',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
