import { knownSenders } from '#senders/index.ts';
import { createSenderRequest } from '#senders/request.ts';
import type { Sender, SenderRequest } from '#senders/sender.ts';
import type { SenderSettings } from '#store/automation/automations.ts';
import { isSecretHeader } from '#domain/delivery-headers.ts';
import type { DoorNotes } from '#store/report/door-notes.ts';
import type { SignedRequests } from '#store/report/signed-requests.ts';
import type { Hook } from '#store/automation/hooks.ts';
import { remember } from './remember.ts';

/** An address that so many deliveries of no known sender came to is looked at less often. */
const looksAtFirst = 20;
const looksEvery = 50;

/** Observations at an address since its sender was last changed: earlier ones are reported again. */
interface Seen {
  readonly version: number;
  looks: number;
  noted: string | null;
}

/** Recognises who sends to automations of any sender, and notes it for the owner beside the answer, with the signature of what was accepted. */
export function createRecognition({
  notes,
  signedRequests,
  onFailure,
}: {
  readonly notes: Pick<DoorNotes, 'suggest'>;
  readonly signedRequests: Pick<SignedRequests, 'keep'>;
  readonly onFailure: (error: unknown) => void;
}) {
  const seen = new Map<string, Seen>();

  function seenAt({ automationId }: Hook, version: number): Seen {
    const known = seen.get(automationId);
    if (known?.version === version) return known;
    const fresh: Seen = { version, looks: 0, noted: null };
    remember(seen, automationId, fresh);
    return fresh;
  }

  /** `read` is asked only when the request is looked at; the id is of a delivery that was accepted. */
  function look(
    hook: Hook,
    { version }: Pick<SenderSettings, 'version'>,
    read: () => SenderRequest,
    deliveryId: string | null = null,
  ): void {
    const state = seenAt(hook, version);
    state.looks += 1;
    if (state.looks > looksAtFirst && state.looks % looksEvery !== 0) return;
    const request = read();
    if (deliveryId !== null) keepSigned(hook, deliveryId, request);
    const found = recognised(request);
    if (found === null) return;
    const note = `${found.sender.id} ${found.isHandshake}`;
    if (state.noted === note) return;
    state.noted = note;
    notes.suggest(hook, found.sender.id, found.isHandshake).catch((error: unknown) => {
      state.noted = null;
      onFailure(error);
    });
  }

  function keepSigned(hook: Hook, deliveryId: string, { headers: all, url }: SenderRequest): void {
    const headers = Object.fromEntries(
      Object.entries(all).flatMap(([name, value]) =>
        value !== undefined && isSignature(name, value) ? [[name, value]] : [],
      ),
    );
    const { search } = new URL(url);
    if (Object.keys(headers).length === 0 && search === '') return;
    signedRequests.keep(hook, { deliveryId, search, headers }).catch(onFailure);
  }

  return { look };
}

const signatureCharsMax = 4_096;

const isSignature = (name: string, value: string): boolean =>
  isSecretHeader(name) && name !== 'cookie' && value.length <= signatureCharsMax;

/** A sender that answers each GET, or each HEAD, is not known by one. */
function isHandshakeOf({ handshake }: Sender, request: SenderRequest): boolean {
  const { method } = request;
  if (handshake === null || !handshake.methods.some((one) => one === method)) return false;
  return handshake.answer(request, null) !== null && handshake.answer(bareRequest(method), null) === null;
}

const bareRequest = (method: string): SenderRequest =>
  createSenderRequest({
    method,
    url: 'https://hooks.example.com/',
    headers: {},
    rawBody: Buffer.alloc(0),
    now: 0,
  });

function recognised(
  request: SenderRequest,
): { readonly sender: Sender; readonly isHandshake: boolean } | null {
  const sender =
    knownSenders.find(({ recognise }) => recognise(request)) ??
    knownSenders.find((candidate) => isHandshakeOf(candidate, request));
  return sender === undefined ? null : { sender, isHandshake: isHandshakeOf(sender, request) };
}
