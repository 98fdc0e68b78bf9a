import type { HandshakeAnswer, Sender, SenderRequest } from '#senders/sender.ts';
import type { SenderSettings } from '#store/automation/automations.ts';
import type { Handshakes } from '#store/automation/handshakes.ts';
import type { Hook } from '#store/automation/hooks.ts';
import type { Flood, Refusals } from './refusals.ts';

const challengeCharsMax = 2_048;

/** The answer to a sender's handshake; null if the request is not one. */
export function handshakeAnswer(
  { handshake }: Sender,
  view: SenderRequest,
  { secret }: SenderSettings,
): HandshakeAnswer | null {
  if (handshake === null || !handshake.methods.some((method) => method === view.method)) return null;
  const answer = handshake.answer(view, secret);
  return answer !== null && isPlain(answer.body) ? answer : null;
}

/** The answer is never more than a challenge. */
const isPlain = (body: HandshakeAnswer['body']): boolean =>
  typeof body !== 'string' || (body.length <= challengeCharsMax && !/\p{Cc}/u.test(body));

interface Greeting {
  readonly answer: HandshakeAnswer;
  /** Null where there is no secret to sign it with. */
  readonly verified: boolean | null;
  /** The address that it came from. */
  readonly client: string;
}

/** Keeps what came with a handshake for the owner. One that is not verified counts with the refused requests of its client. */
export async function shakeHands(
  { handshakes, refusals }: { readonly handshakes: Pick<Handshakes, 'keep'>; readonly refusals: Refusals },
  hook: Hook,
  senderId: string,
  { answer, verified, client }: Greeting,
): Promise<{ readonly status: 'handshake'; readonly answer: HandshakeAnswer } | Flood> {
  const flood = verified === true ? null : await refusals.count(hook, client);
  if (flood !== null) return flood;
  const { secret = null, confirmUrl = null } = answer;
  await handshakes.keep(hook, { senderId, secret, confirmUrl, verified });
  return { status: 'handshake', answer };
}
