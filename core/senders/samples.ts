import { withoutSecretHeaders } from '#domain/delivery-headers.ts';
import { knownSenders, senderOf } from './index.ts';
import { createSenderRequest } from './request.ts';
import type { Sender } from './sender.ts';

/** A delivery that a sender might make, without its signature, in the members of a stored one. */
export interface SampleDelivery {
  readonly contentType: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly receivedAt: string;
  readonly eventId: string;
  readonly reference: string | null;
  readonly referenceUrl: string | null;
  readonly sender: string;
  readonly eventName: string | null;
}

/** The senders with a file of samples; of another there is the one in its row. */
const withFile: ReadonlySet<string> = new Set(
  'calendly github hubspot intercom jira linear mailgun pagerduty sentry shopify slack stripe twilio typeform zendesk'.split(
    ' ',
  ),
);

/** Samples of what a sender delivers, of different kinds; none where it is not known. Their file is read when it is asked for. */
export async function samplesOf(senderId: string): Promise<readonly SampleDelivery[]> {
  const sender = senderOf(senderId);
  if (sender === undefined || !knownSenders.includes(sender)) return [];
  const written: readonly Written[] = withFile.has(senderId) ? await readFile(senderId) : [sender.sample];
  return written.map((one, index) => sampleOf(sender, one, `sample-${index + 1}`));
}

/** A body that is a text stands for its bytes. */
interface Written {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

async function readFile(senderId: string): Promise<readonly Written[]> {
  const file = (await import(`./samples/${senderId}.json`, { with: { type: 'json' } })) as {
    readonly default: readonly Written[];
  };
  return file.default;
}

const receivedAt = '2026-03-01T12:00:00.000Z';

/** The event and the reference are those that a record of it would have. */
function sampleOf(sender: Sender, { headers, body: written }: Written, eventId: string): SampleDelivery {
  const body = Buffer.from(typeof written === 'string' ? written : JSON.stringify(written));
  const url = 'https://hooks.example.com/hooks/token';
  const now = Date.parse(receivedAt);
  const request = createSenderRequest({ method: 'POST', url, headers, rawBody: body, now });
  return {
    contentType: headers['content-type'] ?? null,
    headers: withoutSecretHeaders(headers),
    body,
    receivedAt,
    eventId,
    reference: sender.reference(request),
    referenceUrl: sender.referenceUrl(request),
    sender: sender.id,
    eventName: sender.eventName(request),
  };
}
