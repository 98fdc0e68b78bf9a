import { signedBy } from './data/signature.ts';
import { headerOf, textAt } from './read.ts';
import type { HandshakeAnswer, Sender, SenderRequest } from './sender.ts';

const isNotification = (request: SenderRequest): boolean =>
  headerOf(request, 'x-hub-signature') !== null && textAt(request.json, 'type') === 'notification_event';

/** The address is asked by HEAD when it is saved, and gets a notification of its own. */
function answerPing(request: SenderRequest): HandshakeAnswer | null {
  const isPing = isNotification(request) && textAt(request.json, 'topic') === 'ping';
  return isPing || request.method === 'HEAD' ? { status: 200, body: null } : null;
}

export const intercom: Sender = {
  id: 'intercom',
  title: 'Intercom',
  docsUrl: 'https://developers.intercom.com/docs/webhooks',
  recognise: isNotification,
  // Stays on retries, which count `delivery_attempts` up.
  eventId: ({ json }) => textAt(json, 'id'),
  eventIdIsSigned: true,
  reference: ({ json }) => textAt(json, 'data', 'item', 'id'),
  referenceUrl: () => null,
  eventName: ({ json }) => textAt(json, 'topic'),
  ...signedBy(
    { kind: 'hmac', algorithm: 'sha1', header: 'x-hub-signature', prefix: 'sha1=' },
    'Client secret of the app',
  ),
  handshake: { methods: ['HEAD', 'POST'], answer: answerPing, isSigned: false },
  retries: {
    answerWithinMs: 5_000,
    tries: 2,
    overMs: 60_000,
    note: 'Sends nothing for 15 minutes after 1,000 errors in a row; a private app that fails for a week is suspended.',
  },
  connect: {
    steps: [
      'Open your app in the Developer Hub, copy the Client secret under Basic information and enter it here.',
      'Paste {url} as Endpoint URL under Webhooks.',
      'Add the topics and choose Save.',
    ],
    events: [
      'conversation.user.created',
      'conversation.user.replied',
      'conversation.admin.replied',
      'conversation.admin.closed',
      'contact.created',
      'ticket.created',
    ],
  },
  sample: {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'intercom-webhooks',
      'x-hub-signature': 'sha1=ee571e9c55cb308465fea0a70310674380528673',
    },
    body: '{"type":"notification_event","app_id":"a86dr8yl","data":{"type":"notification_event_data","item":{"type":"conversation","id":"1001","state":"open"}},"id":"notif_17c60a14-23f4-4b46-9ac2-6c2a7d2e1b0f","topic":"conversation.user.created","delivery_status":"pending","delivery_attempts":1,"delivered_at":0,"first_sent_at":1795348799,"created_at":1795348799}',
    secret: 'intercom-client-secret-5',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
