import { idOfParts } from './composed-id.ts';
import type { Sender, SenderRequest } from './sender.ts';

const namespace = 'http://soap.sforce.com/2005/09/outbound';
const charactersMax = 500_000;

/** Outbound messages are SOAP; what is read of them has no nested elements. */
function xmlOf({ rawBody, headers }: SenderRequest): string {
  const isXml = /xml/i.test(headers['content-type'] ?? '') && rawBody.includes(namespace);
  return isXml ? rawBody.toString('utf8', 0, charactersMax) : '';
}

const idElement = /<Id>([A-Za-z0-9]{15,18})<\/Id>/g;
const recordElement = /<sf:Id>([A-Za-z0-9]{15,18})<\/sf:Id>/;
const typeAttribute = /xsi:type="sf:(\w{1,80})"/;
const serverElement = /<EnterpriseUrl>(https:\/\/[\w.-]{1,200})\//;

const found = (request: SenderRequest, pattern: RegExp): string | null =>
  pattern.exec(xmlOf(request))?.[1] ?? null;

function referenceUrl(request: SenderRequest): string | null {
  const [server, record] = [found(request, serverElement), found(request, recordElement)];
  return server === null || record === null ? null : `${server}/${record}`;
}

const acknowledgement =
  '<?xml version="1.0" encoding="UTF-8"?>' +
  '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body>' +
  `<notificationsResponse xmlns="${namespace}"><Ack>true</Ack></notificationsResponse>` +
  '</soapenv:Body></soapenv:Envelope>';

export const salesforce: Sender = {
  id: 'salesforce',
  title: 'Salesforce outbound messages',
  docsUrl:
    'https://developer.salesforce.com/docs/atlas.en-us.api.meta/api/sforce_api_om_outboundmessaging_understanding.htm',
  recognise: (request) => xmlOf(request) !== '',
  // A request carries up to a hundred notifications, each with an id that stays on retries.
  eventId: (request) => idOfParts(Array.from(xmlOf(request).matchAll(idElement), ([, id = '']) => id)),
  reference: (request) => found(request, recordElement),
  referenceUrl,
  eventName: (request) => found(request, typeAttribute),
  verify: null,
  handshake: null,
  accepted: (request) =>
    xmlOf(request) === ''
      ? null
      : { status: 200, contentType: 'text/xml; charset=utf-8', body: acknowledgement },
  retries: {
    answerWithinMs: null,
    tries: null,
    overMs: 24 * 3_600_000,
    note: 'Takes a SOAP acknowledgement alone for success; tries again for a day, at most two hours apart.',
  },
  connect: {
    steps: [
      'Open Setup > Outbound Messages, choose New Outbound Message and the object.',
      'Paste {url} as Endpoint URL, select the fields and save.',
      'Add the message to the actions of a flow.',
    ],
    events: [],
  },
  sample: {
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '""' },
    body: '<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soapenv:Body><notifications xmlns="http://soap.sforce.com/2005/09/outbound"><OrganizationId>00D5g000004XyZ1EAK</OrganizationId><ActionId>04k5g000000TN1aAAG</ActionId><SessionId xsi:nil="true"/><EnterpriseUrl>https://acme.my.salesforce.com/services/Soap/c/65.0/00D5g000004XyZ1</EnterpriseUrl><PartnerUrl>https://acme.my.salesforce.com/services/Soap/u/65.0/00D5g000004XyZ1</PartnerUrl><Notification><Id>04l5g00000A1bcDAAR</Id><sObject xsi:type="sf:Opportunity" xmlns:sf="urn:sobject.enterprise.soap.sforce.com"><sf:Id>0065g00000PqRsTAAV</sf:Id><sf:StageName>Closed Won</sf:StageName></sObject></Notification></notifications></soapenv:Body></soapenv:Envelope>',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
