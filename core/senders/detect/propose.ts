import type { SenderChallenge, SenderData } from '#contracts/sender-data.ts';
import { readPlace } from '../data/place.ts';
import { knownSenders } from '../index.ts';
import type { Sender, SenderRequest } from '../sender.ts';
import { findEventId, findEventName, findReference } from './find-names.ts';
import { findSignature } from './find-signature.ts';

export interface Proposal {
  /** A system of the list that signs so; then nothing needs a description. */
  readonly known: Sender | null;
  readonly data: SenderData;
  /** Members that were proposed, or looked for in vain, each with why. */
  readonly why: readonly { readonly member: string; readonly sentence: string }[];
}

interface Evidence {
  readonly request: SenderRequest;
  /** Null: the sender signs nothing, or the owner does not have it yet. */
  readonly secret: string | null;
  /** Other deliveries of the sender. */
  readonly earlier: readonly SenderRequest[];
}

/** Describes the sender of a delivery. */
export function proposeSender({ request, secret, earlier }: Evidence): Proposal {
  const known = knownSenders.find((sender) => signedAs(sender, request, secret)) ?? null;
  const search = secret === null ? null : findSignature(request, secret);
  const signature = search?.signature ?? null;
  const [eventId, eventName] = [findEventId(request, earlier), findEventName(request)];
  const reference = findReference(request, eventId?.place ?? null);
  const challenge = challengeIn(request, signature !== null);
  return {
    known,
    data: {
      signature,
      eventId: eventId?.place ?? null,
      eventName: eventName?.place ?? null,
      reference: reference?.place ?? null,
      challenge,
    },
    why: [
      { member: 'signature', sentence: signatureWords(search, secret) },
      {
        member: 'eventId',
        sentence:
          eventId?.why ??
          'Nothing in it names the event for certain: without an id, equal bodies of one day are one event.',
      },
      ...(eventName === null ? [] : [{ member: 'eventName', sentence: eventName.why }]),
      ...(reference === null ? [] : [{ member: 'reference', sentence: reference.why }]),
      ...(challenge === null
        ? []
        : [{ member: 'challenge', sentence: 'It is a challenge itself: its member is sent back.' }]),
    ],
  };
}

function signedAs({ verify, recognise }: Sender, request: SenderRequest, secret: string | null): boolean {
  if (verify === null || secret === null || !recognise(request)) return false;
  const { status } = verify.check(request, secret, new Map());
  return status === 'verified' || status === 'expired';
}

function signatureWords(search: ReturnType<typeof findSignature> | null, secret: string | null): string {
  if (secret === null || search === null) return 'Without a secret no signature was looked for.';
  const { signature, tried, isComplete } = search;
  if (signature !== null) return wordsOf(signature);
  if (tried === 0) return 'Nothing in it looks like a signature that this secret could make.';
  const end = isComplete ? '' : ' The body is too large to try them all: send a small delivery.';
  return `No scheme of ${tried.toLocaleString('en')} makes a signature of this delivery with this secret.${end}`;
}

const algorithmWords = { sha1: 'SHA-1', sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' } as const;

function wordsOf(signature: NonNullable<SenderData['signature']>): string {
  switch (signature.kind) {
    case 'token':
      return `The secret itself stands at ${signature.header}.`;
    case 'basic':
      return 'The secret is the user name and password of the header authorization.';
    case 'hmac':
      return `HMAC-${algorithmWords[signature.algorithm ?? 'sha256']} of ${signature.template ?? '{body}'} is the very text at ${signature.header}.`;
    case 'public-key':
      return `The key verifies the signature at ${signature.header} over ${signature.template ?? '{body}'}.`;
  }
}

/** A body of few members, one of which is called a challenge. */
function challengeIn(request: SenderRequest, isSigned: boolean): SenderChallenge | null {
  const { json, method } = request;
  const members = Object.keys(typeof json === 'object' && json !== null ? json : {});
  if (method !== 'POST' || members.length > 4 || readPlace('/challenge')(request) === null) return null;
  const type = readPlace('/type')(request);
  return {
    method: 'POST',
    when: ['/challenge', ...(type !== null && /verif|challenge/i.test(type) ? [`/type=${type}`] : [])],
    json: { challenge: '/challenge' },
    isSigned,
  };
}
