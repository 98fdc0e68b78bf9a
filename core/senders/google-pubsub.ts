import { textAt } from './read.ts';
import { googleIdentity, isGoogleKeyUrl } from './schemes/google-identity.ts';
import type { Sender } from './sender.ts';

export const googlePubsub: Sender = {
  id: 'google-pubsub',
  title: 'Google Pub/Sub push',
  docsUrl: 'https://cloud.google.com/pubsub/docs/push',
  recognise: ({ json }) =>
    textAt(json, 'message', 'messageId') !== null &&
    textAt(json, 'subscription')?.startsWith('projects/') === true,
  eventId: ({ json }) => textAt(json, 'message', 'messageId'),
  reference: ({ json }) => textAt(json, 'message', 'orderingKey') ?? textAt(json, 'subscription'),
  referenceUrl: () => null,
  eventName: ({ json }) => textAt(json, 'message', 'attributes', 'eventType'),
  verify: {
    secretName:
      'Service account of the subscription; after a space its audience, where that is not the address',
    ...googleIdentity,
    isKeyUrl: isGoogleKeyUrl,
  },
  handshake: null,
  retries: {
    answerWithinMs: 10_000,
    tries: null,
    overMs: 7 * 24 * 3_600_000,
    note: 'Both are settings of the subscription; these are its defaults. Takes 102, 200, 201, 202 and 204 for success.',
  },
  connect: {
    steps: [
      'Create a subscription of the topic in the Google Cloud console, with Push as Delivery type and {url} as Endpoint URL.',
      'Tick Enable authentication, choose a service account, and enter its e-mail address here.',
    ],
    events: [],
  },
  sample: {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'CloudPubSub-Google',
      authorization:
        'Bearer eyJhbGciOiJSUzI1NiIsImtpZCI6InNhbXBsZS1rZXkiLCJ0eXAiOiJKV1QifQ.eyJhdWQiOiJodHRwczovL2hvb2tzLmV4YW1wbGUuY29tL2hvb2tzL3Rva2VuIiwiYXpwIjoiMTEzNzc0MjY0NDYzMDM4MzIxOTY0IiwiZW1haWwiOiJwdXNoQGFjbWUuaWFtLmdzZXJ2aWNlYWNjb3VudC5jb20iLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZSwiZXhwIjoxNzk1MzUyNDAwLCJpYXQiOjE3OTUzNDg4MDAsImlzcyI6Imh0dHBzOi8vYWNjb3VudHMuZ29vZ2xlLmNvbSIsInN1YiI6IjExMzc3NDI2NDQ2MzAzODMyMTk2NCJ9.q1OtD2PtSfshtsu40pxKMIGJWkh3Tx-qaysavEqQbBueOWHRJG2s9Kty8SevZa61wR5XfZZY3SDErsCEgyvNxffjgZ_qzZWW1-Yk8uyuFZ76dS6RnXuc88HYxNn9i1Hz4pvU6VoJXZnPT23AFE5mZahi_VtQFSicAuMObedlo91apyUv3v8iyY1_m_ATTAJUvuIqEemZUJMXlRy1G9EyUJqsuq1z2JgpzEL7jrqVvMO9gM2tgZKGW157UgT4mZfO1bM41cKdrbfY3s4OdsjlQiq2ciWfziriT0TM49GRpWtST1fWfahhu4Q_5tR7XrOO9YsAVKYyA8xeZVhCWwbQDg',
    },
    body: '{"message":{"attributes":{"eventType":"OBJECT_FINALIZE"},"data":"eyJvcmRlciI6N30=","messageId":"2070443601311540","message_id":"2070443601311540","publishTime":"2026-11-22T11:59:58.000Z","publish_time":"2026-11-22T11:59:58.000Z"},"subscription":"projects/acme/subscriptions/orders"}',
    secret: 'push@acme.iam.gserviceaccount.com',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
