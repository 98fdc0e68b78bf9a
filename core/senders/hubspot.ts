import { isList } from '#domain/json-value.ts';
import { signedBy } from './data/signature.ts';
import { idOfParts } from './composed-id.ts';
import { headerOf, textAt } from './read.ts';
import type { Sender, SenderRequest } from './sender.ts';

const headers = ['x-hubspot-signature-v3', 'x-hubspot-signature', 'x-hubspot-signature-version'];

/** A request carries up to a hundred events; `eventId` alone is not promised to be unique. */
function eventId({ json }: SenderRequest): string | null {
  if (json === undefined || !isList(json)) return null;
  return idOfParts(
    json.map((event) =>
      idOfParts([
        textAt(event, 'eventId'),
        textAt(event, 'subscriptionId') ?? '',
        textAt(event, 'occurredAt') ?? '',
      ]),
    ),
  );
}

/** Numbers of kinds of records in addresses of HubSpot. */
const kinds: Readonly<Record<string, string>> = {
  contact: '0-1',
  company: '0-2',
  deal: '0-3',
  ticket: '0-5',
};

function referenceUrl({ json }: SenderRequest): string | null {
  const [portal, id] = [textAt(json, 0, 'portalId'), textAt(json, 0, 'objectId')];
  const [name = ''] = (textAt(json, 0, 'subscriptionType') ?? '').split('.');
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (portal === null || id === null || kind === undefined || !/^\d+ \d+$/.test(`${portal} ${id}`))
    return null;
  return `https://app.hubspot.com/contacts/${portal}/record/${kind}/${id}`;
}

export const hubspot: Sender = {
  id: 'hubspot',
  title: 'HubSpot',
  docsUrl: 'https://developers.hubspot.com/docs/api-reference/webhooks-webhooks-v3/guide',
  recognise: (request) => headers.some((name) => headerOf(request, name) !== null),
  eventId,
  eventIdIsSigned: true,
  reference: ({ json }) => textAt(json, 0, 'objectId'),
  referenceUrl,
  eventName: ({ json }) => textAt(json, 0, 'subscriptionType'),
  ...signedBy(
    {
      kind: 'hmac',
      header: 'x-hubspot-signature-v3',
      encoding: 'base64',
      template: '{method}{url}{body}{timestamp}',
      timestamp: 'x-hubspot-request-timestamp',
      timeUnit: 'milliseconds',
    },
    'Client secret of the app',
  ),
  handshake: null,
  retries: {
    answerWithinMs: null,
    tries: null,
    overMs: null,
    note: 'Each retry counts `attemptNumber` in the body up.',
  },
  connect: {
    steps: [
      'Open your app in the developer account of HubSpot, copy the Client secret under Auth and enter it here.',
      'Paste {url} as Target URL under Webhooks.',
      'Choose Create subscription for each event, and activate them.',
    ],
    events: [
      'contact.creation',
      'contact.propertyChange',
      'contact.deletion',
      'company.creation',
      'deal.creation',
      'deal.propertyChange',
      'ticket.creation',
    ],
  },
  sample: {
    headers: {
      'content-type': 'application/json;charset=utf-8',
      'user-agent': 'HubSpot Connect 2.0 (http://dev.hubspot.com/) - Webhooks',
      'x-hubspot-request-timestamp': '1795348800000',
      'x-hubspot-signature-v3': 'P4sKfTkoV0oO1tyCZyibDkRLrIe83LtE4hJagxHgVlg=',
    },
    body: '[{"eventId":100,"subscriptionId":12345,"portalId":62515,"appId":54321,"occurredAt":1795348799000,"subscriptionType":"contact.creation","attemptNumber":0,"objectId":123,"changeSource":"CRM","changeFlag":"NEW"}]',
    secret: 'yyyyyyyy-yyyy-yyyy-yyyy-yyyyyyyyyyyy',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
