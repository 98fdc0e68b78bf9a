import { signedBy } from './data/signature.ts';
import { idOfParts } from './composed-id.ts';
import { headerOf, textAt } from './read.ts';
import type { Sender, SenderRequest } from './sender.ts';

/** A received message has no `RecordType`. */
const kindOf = ({ json }: SenderRequest): string =>
  textAt(json, 'RecordType') ?? (textAt(json, 'MailboxHash') === null ? '' : 'Inbound');

const moments = ['BouncedAt', 'DeliveredAt', 'ReceivedAt', 'ChangedAt'];

/** One message is delivered to many, opened and clicked again and again: each time is an event. */
function eventId(request: SenderRequest): string | null {
  const { json } = request;
  const moment = moments.map((name) => textAt(json, name)).find((text) => text !== null);
  return idOfParts([
    textAt(json, 'MessageID'),
    textAt(json, 'RecordType') ?? 'Inbound',
    textAt(json, 'Recipient') ?? textAt(json, 'Email') ?? '',
    moment ?? '',
    textAt(json, 'OriginalLink') ?? '',
  ]);
}

export const postmark: Sender = {
  id: 'postmark',
  title: 'Postmark',
  docsUrl: 'https://postmarkapp.com/developer/webhooks/webhooks-overview',
  recognise: (request) =>
    textAt(request.json, 'MessageID') !== null &&
    (headerOf(request, 'user-agent') === 'Postmark' || textAt(request.json, 'RecordType') !== null),
  eventId,
  reference: ({ json }) =>
    textAt(json, 'Subject') ??
    textAt(json, 'Recipient') ??
    textAt(json, 'Email') ??
    textAt(json, 'MessageID'),
  referenceUrl: () => null,
  eventName: (request) => kindOf(request) || null,
  ...signedBy({ kind: 'basic' }, 'user:password that the address of the webhook has in front of its host'),
  handshake: null,
  retries: {
    answerWithinMs: null,
    tries: 11,
    overMs: null,
    note: 'For received messages: ten retries in ten and a half hours, none after 403. Other events are tried less often.',
  },
  connect: {
    steps: [
      'Open the Webhooks tab of the message stream and choose Add webhook.',
      'Paste {url} as Webhook URL, with {secret} (user:password) and @ in front of its host.',
      'Tick the events and save the webhook.',
    ],
    events: ['Delivery', 'Bounce', 'SpamComplaint', 'Open', 'Click', 'SubscriptionChange'],
  },
  sample: {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Postmark',
      authorization: 'Basic cmV2ZWlsbGU6cG9zdG1hcmstNTU=',
    },
    body: '{"RecordType":"Bounce","ID":4323372036854775807,"Type":"HardBounce","MessageStream":"outbound","ServerID":1234,"MessageID":"883953f4-6105-42a2-a16a-77a8eac79483","Email":"ana@example.com","From":"shop@example.com","BouncedAt":"2026-11-22T11:59:58Z","Subject":"Your order","Inactive":true}',
    secret: 'reveille:postmark-55',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
