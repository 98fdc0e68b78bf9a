import { signedBy } from './data/signature.ts';
import { headerOf, textAt, valueAt } from './read.ts';
import type { HandshakeAnswer, Sender, SenderRequest } from './sender.ts';

/** A new subscription sends its token once; the owner copies it into Notion, and it signs what follows. */
function answerVerification({ json }: SenderRequest): HandshakeAnswer | null {
  const secret = textAt(json, 'verification_token');
  return secret === null || valueAt(json, 'type') !== undefined ? null : { status: 200, body: null, secret };
}

function referenceUrl({ json }: SenderRequest): string | null {
  const id = textAt(json, 'entity', 'id')?.replaceAll('-', '') ?? '';
  const hasPage = ['page', 'database', 'block'].includes(textAt(json, 'entity', 'type') ?? '');
  return hasPage && /^[0-9a-f]{32}$/i.test(id) ? `https://www.notion.so/${id}` : null;
}

export const notion: Sender = {
  id: 'notion',
  title: 'Notion',
  docsUrl: 'https://developers.notion.com/reference/webhooks',
  recognise: (request) =>
    headerOf(request, 'x-notion-signature') !== null || answerVerification(request) !== null,
  // Stays on retries, which count `attempt_number` up.
  eventId: ({ json }) => textAt(json, 'id'),
  eventIdIsSigned: true,
  reference: ({ json }) => textAt(json, 'entity', 'id'),
  referenceUrl,
  eventName: ({ json }) => textAt(json, 'type'),
  ...signedBy(
    { kind: 'hmac', header: 'x-notion-signature', prefix: 'sha256=' },
    'Verification token (secret_…)',
  ),
  handshake: { methods: ['POST'], answer: answerVerification, isSigned: false },
  retries: { answerWithinMs: null, tries: 9, overMs: 24 * 3_600_000, note: null },
  connect: {
    steps: [
      'Open the Webhooks tab of your connection at Notion and choose Create a subscription.',
      'Paste {url} as the URL, tick the events and choose Create subscription.',
      'Accept the verification token here and paste it at Notion to verify the subscription.',
    ],
    events: [
      'page.created',
      'page.content_updated',
      'page.properties_updated',
      'page.deleted',
      'comment.created',
    ],
  },
  sample: {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'notion-api',
      'x-notion-signature': 'sha256=6439efa4d78af0e3f4ffed1ad836862064ba7f156dbefb7fba18001309b06e9f',
    },
    body: '{"id":"367cba44-b6f3-4c92-81e7-6a2e9659efd4","timestamp":"2026-11-22T11:59:58.123Z","workspace_id":"13950b26-c203-4f3b-b97d-93ec06319565","type":"page.created","attempt_number":1,"entity":{"id":"153104cd-477e-809d-8dc4-ff2d96ae3090","type":"page"},"data":{"parent":{"id":"13950b26-c203-4f3b-b97d-93ec06319565","type":"space"}}}',
    secret: 'secret_tMrlL1qK5vuQAh1b6cZGhFChZTSYJlce98V0pYn7yBl',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
