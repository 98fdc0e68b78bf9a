import type { SenderData } from '#contracts/sender-data.ts';
import { idOfContent } from '../composed-id.ts';
import type { AcceptedAnswer, Sender, SenderRequest, SignatureScheme } from '../sender.ts';
import { challengeOf, conditionsOf, signableText, signsEcho } from './challenge.ts';
import type { ReadText } from './place.ts';
import { contentOf, isSignedPlace, schemeOf } from './signature.ts';
import { placesOf, readEventId, readTexts } from './text.ts';

/** A sender as a row of data. */
export interface SenderRow
  extends SenderData, Pick<Sender, 'id' | 'title' | 'docsUrl' | 'retries' | 'sample' | 'connect'> {
  /** Alternatives; all conditions of one of them hold for its deliveries, and for those of no other sender. */
  readonly recognise: readonly (readonly string[])[];
  /** The secret in the words of its pages; absent where it signs nothing. */
  readonly secretName?: string;
  /** Nothing in a delivery tells a retry from another event. */
  readonly payloadDedupe?: false;
  /** The answer that it takes for success, where it does not take any. */
  readonly accepted?: AcceptedAnswer;
}

/** The rules of a row. */
export function senderOfRow(row: SenderRow): Sender {
  const { id, title, docsUrl, retries, sample, accepted, payloadDedupe, connect } = row;
  const alternatives = row.recognise.map(conditionsOf);
  return {
    ...rulesOf(row, row.secretName ?? ''),
    id,
    title,
    docsUrl,
    retries,
    sample,
    ...(connect !== undefined && { connect }),
    recognise: (request) => alternatives.some((holds) => holds(request)),
    ...(payloadDedupe === false && { namesNoEvent: true as const, eventId: eachItsOwn }),
    ...(accepted !== undefined && { accepted: () => accepted }),
  };
}

/** Another id on each try too, and on each of two bodies of one moment. */
const eachItsOwn: ReadText = (request) => {
  const content = idOfContent(request);
  return content === null ? null : `${request.now}:${content}`;
};

type Rules = Pick<
  Sender,
  'eventId' | 'eventIdIsSigned' | 'eventName' | 'reference' | 'referenceUrl' | 'verify' | 'handshake'
>;

/** What data says of the requests of a sender. */
export function rulesOf(data: SenderData, secretName: string): Rules {
  const { signature = null, challenge = null, eventId, referenceUrl } = data;
  const idPlaces = placesOf(eventId);
  const isSigned = idPlaces.length > 0 && idPlaces.every((place) => isSignedPlace(signature, place));
  const readUrl = readTexts(referenceUrl, encodeURIComponent);
  return {
    eventId: readEventId(eventId),
    ...(isSigned && { eventIdIsSigned: true as const }),
    eventName: readTexts(data.eventName),
    reference: readTexts(data.reference),
    referenceUrl: (request) => {
      const url = readUrl(request);
      return url !== null && /^https?:\/\//.test(url) && URL.canParse(url) ? url : null;
    },
    verify: signature === null ? null : { ...verifying(data), secretName, ...publishing(signature) },
    handshake: challenge === null ? null : challengeOf(challenge),
  };
}

function publishing(signature: NonNullable<SenderData['signature']>) {
  if (signature.kind !== 'public-key' || signature.keysUrl === undefined) return {};
  const { keysUrl } = signature;
  return { needsNoSecret: true as const, isKeyUrl: (url: URL) => url.href === new URL(keysUrl).href };
}

/** Where a challenge is answered with a signature, what it may be of is no delivery. */
function verifying({ signature, challenge }: SenderData): SignatureScheme {
  if (signature == null) throw new Error('There is no signature.');
  const scheme = schemeOf(signature);
  if (challenge == null || !signsEcho(challenge) || signature.kind !== 'hmac') return scheme;
  const content = contentOf(signature.template ?? '{body}', signature);
  const isEcho = (request: SenderRequest) =>
    signableText.test(
      Buffer.concat(content(request, '').map((piece) => Buffer.from(piece))).toString('latin1'),
    );
  return {
    ...scheme,
    check: (request, secret, keys) =>
      isEcho(request) ? { status: 'wrong' } : scheme.check(request, secret, keys),
  };
}
