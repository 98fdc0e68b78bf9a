import { crc32 } from 'node:zlib';

import { headerOf, textAt } from './read.ts';
import { publicKeySignature } from './schemes/public-key.ts';
import { inHeader } from './schemes/signature-parts.ts';
import type { Sender } from './sender.ts';

const isKeyUrl = ({ protocol, host, pathname, search }: URL): boolean =>
  protocol === 'https:' &&
  search === '' &&
  /^(?:[a-z0-9-]{1,40}\.){0,3}paypal\.com$/.test(host) &&
  /^\/v1\/notifications\/certs\/[\w-]{1,80}$/.test(pathname);

export const paypal: Sender = {
  id: 'paypal',
  title: 'PayPal',
  docsUrl: 'https://developer.paypal.com/api/rest/webhooks/',
  recognise: (request) => headerOf(request, 'paypal-transmission-id') !== null,
  eventId: ({ json }) => textAt(json, 'id'),
  eventIdIsSigned: true,
  reference: ({ json }) => textAt(json, 'resource', 'invoice_id') ?? textAt(json, 'resource', 'id'),
  referenceUrl: () => null,
  eventName: ({ json }) => textAt(json, 'event_type'),
  verify: {
    secretName: 'Webhook ID',
    ...publicKeySignature({
      algorithm: 'sha256',
      encoding: 'base64',
      signature: inHeader('paypal-transmission-sig'),
      // A check sum stands for the body, as a decimal number without a sign.
      content: (request, _time, secret) => [
        `${headerOf(request, 'paypal-transmission-id') ?? ''}|`,
        `${headerOf(request, 'paypal-transmission-time') ?? ''}|`,
        `${secret}|${crc32(request.rawBody)}`,
      ],
      key: { from: 'url', url: inHeader('paypal-cert-url'), isKeyUrl },
    }),
    isKeyUrl,
  },
  handshake: null,
  retries: { answerWithinMs: null, tries: 26, overMs: 3 * 24 * 3_600_000, note: null },
  connect: {
    steps: [
      'Open Apps & Credentials in the PayPal Developer Dashboard, choose your app and Add webhook.',
      'Paste {url} as Webhook URL, tick the events and choose Save.',
      'Copy the Webhook ID and enter it here.',
    ],
    events: [
      'PAYMENT.CAPTURE.COMPLETED',
      'PAYMENT.CAPTURE.DENIED',
      'PAYMENT.CAPTURE.REFUNDED',
      'CHECKOUT.ORDER.APPROVED',
      'CUSTOMER.DISPUTE.CREATED',
    ],
  },
  sample: {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'PayPal/AUHD-214.0-58843152',
      'paypal-transmission-id': '69cd13f0-d67a-11e5-baa3-778b53f4ae55',
      'paypal-transmission-time': '2026-11-22T12:00:00Z',
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-1d93a270',
      'paypal-transmission-sig':
        'bt0nQ/qg/In3GxZfYcT/sbxIU8cDXikWSgXMQApoTFUXwR0II4zY/OmuIodgBIdga/XkUHv47KZgQ22UltQOFi7y9RYUgVG3F9FrxKDB6Nf84LKTshDFxvVWcZys5BXrudyTu4d/NX8+FwKBQdafYtdr98wHMN87EZetk5qx7NfwP/YbDsrkozbL2cbtJkGBXyBAZIs6NBwsesKA5yapzON5nPyrMiXsrC7p5LFW18gDy/uS3iYmJpvHvdjsnldA2d6KFbc/cMm86QgXOMlTCLw3dN0Mp4e4NPSsXOF0IeRXeH8hKmlFex4QT0Y8nJdHPQMbyILngFfBRbtwqpoodQ==',
    },
    body: '{"id":"WH-2WR32451HC0233532-67976317FL4543714","event_version":"1.0","create_time":"2026-11-22T11:59:58.000Z","resource_type":"capture","event_type":"PAYMENT.CAPTURE.COMPLETED","summary":"Payment completed for EUR 40.00","resource":{"id":"42311647XV020574X","invoice_id":"INV-7","amount":{"currency_code":"EUR","value":"40.00"},"status":"COMPLETED"}}',
    secret: '1JE4291016473214C',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
