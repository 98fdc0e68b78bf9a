import type { SenderData } from '#contracts/sender-data.ts';
import { placesOf } from '#senders/data/text.ts';
import { samplesOf } from '#senders/samples.ts';
import type { SampleEvent } from './signed-curl.ts';

interface NamedEvent extends SampleEvent {
  /** The event in the sender's words. */
  readonly name: string;
}

/** The events of a known sender that a snippet may send; none where it has none. */
export async function sampleEvents(senderId: string): Promise<readonly NamedEvent[]> {
  const samples = await samplesOf(senderId);
  return samples.map(({ headers, body, eventName, eventId }) => ({
    name: eventName ?? eventId,
    headers,
    body: Buffer.from(body).toString(),
  }));
}

interface Delivered {
  readonly contentType: string;
  readonly eventId: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The delivery as an event of a described sender: with the headers that the description reads, and the event id in its own. */
export function eventOf(
  data: SenderData,
  { contentType, eventId, body, headers = {} }: Delivered,
): SampleEvent {
  const { signature, eventName, reference, referenceUrl } = data;
  const hmac = signature?.kind === 'hmac' ? signature : undefined;
  const isHeader = (place: string) => /^[\w-]+$/.test(place) && place !== 'sha256';
  const ids = [hmac?.id ?? [], placesOf(data.eventId).slice(0, 1)].flat().filter(isHeader);
  const others = [eventName, reference, referenceUrl, hmac?.template].flatMap(placesOf).filter(isHeader);
  const read = [...new Set([...ids, ...others].map((name) => name.toLowerCase()))];
  const given = read.flatMap((name): [string, string][] => {
    const value = headers[name] ?? (ids.some((id) => id.toLowerCase() === name) ? eventId : undefined);
    return value === undefined ? [] : [[name, value]];
  });
  return { headers: { 'content-type': contentType, ...Object.fromEntries(given) }, body };
}
