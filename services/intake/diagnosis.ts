import { knownSenders } from '#senders/index.ts';
import type { Sender, SenderRequest, SignatureCheck, Verification } from '#senders/sender.ts';
import type { SenderSettings } from '#store/automation/automations.ts';
import type { Hook } from '#store/automation/hooks.ts';
import { bodyVariants } from './body-variants.ts';
import { secretVariants } from './secret-variants.ts';

type Fault = Exclude<Verification, { status: 'verified' | 'unknown-key' }>;

interface Refused {
  readonly sender: Sender;
  /** The request as it is read, and, where it was compressed, as it came. */
  readonly readings: readonly SenderRequest[];
  readonly known: SenderSettings;
  readonly verification: Fault;
}

/** The likely fault of a refused request, as a sentence for the owner without anything of the body. */
export type Diagnose = (hook: Hook, refused: Refused) => string;

const rememberedMax = 10_000;
const noKeys: ReadonlyMap<string, string> = new Map();

interface Options {
  readonly now?: () => number;
  /** Between trials at one hook: they cost processor time, which a flood of forged requests must not take. */
  readonly trialsEveryMs?: number;
}

export function createDiagnose({ now = Date.now, trialsEveryMs = 5_000 }: Options = {}): Diagnose {
  const triedAt = new Map<string, number>();

  function mayTry({ automationId }: Hook): boolean {
    if (now() - (triedAt.get(automationId) ?? -Infinity) < trialsEveryMs) return false;
    if (triedAt.size >= rememberedMax) triedAt.clear();
    triedAt.set(automationId, now());
    return true;
  }

  return (hook, refused) => {
    const { verification, sender } = refused;
    switch (verification.status) {
      case 'expired':
        return clockSentence(verification.ageMs);
      case 'missing':
        return otherScheme(refused) ?? `It has no ${verification.missing}. Was it sent by ${sender.title}?`;
      case 'wrong':
        return (mayTry(hook) ? tried(refused) : null) ?? unexplained(sender);
    }
  };
}

const unexplained = ({ title, verify }: Sender): string =>
  verify?.signsContent === true
    ? `Its signature is of another body or address, or was made in another way, with another secret, or by somebody else than ${title}.`
    : `Its signature was made with another secret, or by somebody else than ${title}.`;

function clockSentence(ageMs: number): string {
  const seconds = Math.round(Math.abs(ageMs) / 1000);
  return ageMs > 0
    ? `Its signature is right, but ${seconds} seconds old: it was kept and sent again, or the clock of its sender is slow.`
    : `Its signature is right, but ${seconds} seconds early: the clock of its sender is fast, or ours is slow.`;
}

function tried(refused: Refused): string | null {
  return (
    formerSecret(refused) ??
    otherSpelling(refused) ??
    otherWay(refused) ??
    changedBody(refused) ??
    otherScheme(refused)
  );
}

function isRight({ verify }: Pick<Sender, 'verify'>, request: SenderRequest, secret: string): boolean {
  return verify !== null && passes(verify.check, request, secret);
}

function passes(check: SignatureCheck, request: SenderRequest, secret: string): boolean {
  const { status } = check(request, secret, noKeys);
  return status === 'verified' || status === 'expired';
}

function otherWay({ sender, readings, known: { secret } }: Refused): string | null {
  if (secret === null) return null;
  const found = sender.verify?.variants?.find(({ check }) =>
    readings.some((request) => passes(check, request, secret)),
  );
  return found === undefined ? null : `It is signed ${found.how}.`;
}

function formerSecret({ sender, readings, known: { former } }: Refused): string | null {
  const isFormer = former !== null && readings.some((request) => isRight(sender, request, former.secret));
  return isFormer ? 'It was signed with the secret before the present one, which is no longer valid.' : null;
}

function otherSpelling({ sender, readings, known: { secret } }: Refused): string | null {
  if (secret === null) return null;
  const found = secretVariants(secret).find(({ text }) =>
    readings.some((request) => isRight(sender, request, text)),
  );
  return found === undefined ? null : `It is right with the secret ${found.how}: enter it so.`;
}

function changedBody({ sender, readings, known: { secret } }: Refused): string | null {
  const [request] = readings;
  if (secret === null || request === undefined) return null;
  for (const { rawBody, how } of bodyVariants(request.rawBody)) {
    if (isRight(sender, withBody(request, rawBody), secret))
      return `Its body was changed on its way: the signature is of the body ${how}. Look for a proxy or relay that writes it anew.`;
  }
  return null;
}

/** Keeps what is parsed of the body as it is: no scheme signs that. */
const withBody = (request: SenderRequest, rawBody: Buffer): SenderRequest => ({
  method: request.method,
  url: request.url,
  query: request.query,
  headers: request.headers,
  json: request.json,
  form: request.form,
  now: request.now,
  rawBody,
});

function otherScheme({ sender, readings, known: { secret } }: Refused): string | null {
  const [request] = readings;
  if (request === undefined) return null;
  const others = knownSenders.filter(({ id }) => id !== sender.id);
  const signing = others.find((other) => secret !== null && isRight(other, request, secret));
  if (signing !== undefined) return `It is signed as ${signing.title} signs: choose that sender.`;
  const looking = others.find(({ recognise }) => recognise(request));
  return looking === undefined
    ? null
    : `It looks like a delivery of ${looking.title}, which signs in another way.`;
}
