import type { SenderData } from '#contracts/sender-data.ts';
import type { JsonValue } from '#domain/json-value.ts';

/** A request on a hook as the rules of a sender read it. */
export interface SenderRequest {
  /** Upper case. */
  readonly method: string;
  /** The address of the hook with its query, as it was entered at the sender; some schemes sign it. */
  readonly url: string;
  readonly query: URLSearchParams;
  /** By lower-case name; one that was sent twice is joined by `, `. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Byte for byte. */
  readonly rawBody: Buffer;
  /** The body where it is JSON, else undefined; numbers keep their digits. Parsed when it is first read. */
  readonly json: JsonValue | undefined;
  /** The fields where the body is a form, else undefined. Parsed when it is first read. */
  readonly form: URLSearchParams | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Whether a request carries the signature that a secret makes of it. */
export type Verification =
  | { readonly status: 'verified' }
  /** There is no signature, or a part of it is absent; `missing` names the header or field. */
  | { readonly status: 'missing'; readonly missing: string }
  /** A signature is there, and it is another one. */
  | { readonly status: 'wrong' }
  /** The signature is right; its moment is too far from ours. Positive: so long ago. */
  | { readonly status: 'expired'; readonly ageMs: number }
  /** It can be checked once the key behind this address is known. */
  | { readonly status: 'unknown-key'; readonly keyUrl: string };

/** Keys of senders that sign with their own, by the address that they are published at. */
export type PublishedKeys = Pick<ReadonlyMap<string, string>, 'get'> & {
  /** Whether they were fetched within the last minute, so that a key that is absent is no key. Absent: they were. */
  readonly isFresh?: (url: string) => boolean;
};

/** Compares in constant time. A secret of another form than the sender's verifies nothing; it never throws. */
export type SignatureCheck = (
  request: SenderRequest,
  secret: string,
  publishedKeys: PublishedKeys,
) => Verification;

interface SignatureVariant {
  readonly check: SignatureCheck;
  /** Goes on after "signed": `with SHA-1, not SHA-256`. */
  readonly how: string;
}

export interface SignatureScheme {
  readonly check: SignatureCheck;
  /** Whether a signature is of the content; a token only says who sends. */
  readonly signsContent: boolean;
  /** The same scheme with one choice of another kind, to name the mistake of who signs; absent where there are none. */
  readonly variants?: readonly SignatureVariant[];
  /** How far the signed moment may be from our clock. Null: a signature is right for ever. */
  readonly toleranceMs: number | null;
}

interface SenderVerification extends SignatureScheme {
  /** The secret that the owner copies from the sender's settings, in the words of its pages: `Signing secret (whsec_…)`. */
  readonly secretName: string;
  /** Its signatures are checked without a secret: by published keys alone. */
  readonly needsNoSecret?: true;
  /** Whether an address may be asked for a published key; absent where the sender publishes none. */
  readonly isKeyUrl?: (url: URL) => boolean;
}

/** The answer to a handshake, and the part that it leaves for the owner. */
export interface HandshakeAnswer {
  readonly status: 200 | 204;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is answered as JSON, a text as text/plain. */
  readonly body: Readonly<Record<string, string | number>> | string | null;
  /** A signing secret that the sender hands over in the handshake; the owner may take it. */
  readonly secret?: string;
  /** An address that the owner may have called, which ends the handshake. */
  readonly confirmUrl?: string;
}

/** The answer to a delivery that a sender takes for success, where it does not take any. */
export interface AcceptedAnswer {
  readonly status: 200 | 204;
  /** Null with an empty body. */
  readonly contentType: string | null;
  readonly body: string;
}

interface SenderHandshake {
  /** Methods on which it arrives. */
  readonly methods: readonly ('GET' | 'HEAD' | 'OPTIONS' | 'POST')[];
  /** Null where the request is none. `secret` is the newest signing secret, null where there is none. */
  readonly answer: (request: SenderRequest, secret: string | null) => HandshakeAnswer | null;
  /** Whether it is signed like every delivery, so that it is answered only when its signature is right. */
  readonly isSigned: boolean;
  /** Whether `confirmUrl` may be called. */
  readonly isConfirmUrl?: (url: URL) => boolean;
}

/** A delivery as this sender makes it, signed by its official code where it signs. */
export interface SenderSample {
  /** Default: POST. */
  readonly method?: string;
  /** Default: `https://hooks.example.com/hooks/token`. */
  readonly url?: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly secret?: string;
  /** The moment of its signature, ISO 8601. */
  readonly sentAt: string;
}

/** The retries of a sender by its own documentation; null where it is silent. */
interface RetryPlan {
  readonly answerWithinMs: number | null;
  /** Tries of one event in all, the first included. 1: it never tries again. */
  readonly tries: number | null;
  /** From the first try to the last. */
  readonly overMs: number | null;
  /** Anything else that an owner must know: what counts as success, when it switches the hook off. */
  readonly note: string | null;
}

type Read = (request: SenderRequest) => string | null;

/** A system that posts to hooks: pure functions of a request. */
export interface Sender {
  readonly id: string;
  readonly title: string;
  readonly docsUrl: string;
  /** Whether a request comes from it, by what no other sender sends. Reads headers before the body. */
  readonly recognise: (request: SenderRequest) => boolean;
  /** The same on each try of one event, another on each other event. */
  readonly eventId: Read;
  /**
   * Whether `eventId` lies in the bytes that a right signature covers, so that who captured a delivery cannot send it as
   * another event. Absent: it lies in a header that is not signed, or nothing is signed.
   */
  readonly eventIdIsSigned?: true | ((request: SenderRequest) => boolean);
  /** It names no event, and bodies of different events are equal: `eventId` is another one on each try too. */
  readonly namesNoEvent?: true;
  /** The subject of the event, for people: a ticket, an order, a conversation. */
  readonly reference: Read;
  /** A page of the sender about it. */
  readonly referenceUrl: Read;
  /** The event in the sender's words: `invoice.paid`. */
  readonly eventName: Read;
  /** Null where it signs nothing. */
  readonly verify: SenderVerification | null;
  /** Null where an address needs no handshake. */
  readonly handshake: SenderHandshake | null;
  /** The reason why a request can be no delivery, as a sentence; null where it can. Absent: each can. */
  readonly refuse?: (request: SenderRequest) => string | null;
  /** Given in place of ours where a delivery was taken; absent or null: any answer will do. */
  readonly accepted?: (request: SenderRequest) => AcceptedAnswer | null;
  readonly retries: RetryPlan;
  readonly sample: SenderSample;
  /** The description that its rules were made of; absent where they are code. */
  readonly data?: SenderData;
  /** The way to connect it, in the words of its pages. */
  readonly connect?: {
    /** Each one sentence: where to click, what to paste; `{url}` and `{secret}` stand for the two values. */
    readonly steps: readonly string[];
    /** The events to tick, as conditions have them in `event`; there are others. None where none can be ticked. */
    readonly events: readonly string[];
  };
}
