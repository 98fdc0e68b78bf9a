import type { SenderData } from '#contracts/sender-data.ts';
import { mediaTypeOf } from '#domain/body-text.ts';
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
  /** It sends forms too, although its sample is none. */
  readonly sendsForms?: true;
  /** The answer that it takes for success, where it does not take any. */
  readonly accepted?: AcceptedAnswer;
}

/** The rules of a row. */
export function senderOfRow(row: SenderRow): Sender {
  const { id, title, docsUrl, retries, sample, accepted, payloadDedupe, connect } = row;
  const alternatives = row.recognise.map(conditionsOf);
  const rules = rulesOf(row, row.secretName ?? '');
  const sendsForms = row.sendsForms === true || isForm(sample.headers['content-type'] ?? null);
  const read: <Value>(of: (request: SenderRequest) => Value) => (request: SenderRequest) => Value = (of) =>
    sendsForms ? of : (request) => of(withoutForm(request));
  return {
    ...rules,
    eventName: read(rules.eventName),
    reference: read(rules.reference),
    referenceUrl: read(rules.referenceUrl),
    id,
    title,
    docsUrl,
    retries,
    sample,
    ...(connect !== undefined && { connect }),
    recognise: read((request) => alternatives.some((holds) => holds(request))),
    ...(payloadDedupe === false
      ? { namesNoEvent: true as const, eventId: eachItsOwn }
      : { eventId: read(rules.eventId) }),
    ...(accepted !== undefined && { accepted: () => accepted }),
  };
}

const isForm = (contentType: string | null): boolean =>
  /^(?:application\/x-www-form-urlencoded|multipart\/form-data)$/.test(mediaTypeOf(contentType));

/** A form that is not of the sender has none of its members, whatever its fields are called. */
const withoutForm = (request: SenderRequest): SenderRequest =>
  request.form === undefined ? request : { ...request, form: undefined };

/** Another id on each try too, and on each of two bodies of one moment. */
const eachItsOwn: ReadText = (request) => {
  const content = idOfContent(request);
  return content === null ? null : `${request.now}:${content}`;
};

type Rules = Pick<
  Sender,
  'eventId' | 'eventIdIsSigned' | 'eventName' | 'reference' | 'referenceUrl' | 'verify' | 'handshake' | 'data'
>;

/** The rules that data gives of the requests of a sender. */
export function rulesOf(data: SenderData, secretName: string, isDescribed = false): Rules {
  const { signature = null, challenge = null, eventId, referenceUrl } = data;
  const idPlaces = placesOf(eventId);
  const isSigned = idPlaces.length > 0 && idPlaces.every((place) => isSignedPlace(signature, place));
  const readUrl = readTexts(referenceUrl, encodeURIComponent);
  return {
    data,
    eventId: readEventId(eventId, isDescribed),
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

/** A text that a challenge may have signed is no delivery. */
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
