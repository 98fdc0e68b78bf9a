import { DomainError } from '#domain/domain-error.ts';
import type { DoorReason } from '#domain/skipped-at-door.ts';
import type { Admissions, Arrival } from '#store/admission/admissions.ts';
import type { SenderSettings } from '#store/automation/automations.ts';
import type { Hook } from '#store/automation/hooks.ts';
import type { Diagnose } from './diagnosis.ts';
import { type DoorRequest, judge, type JudgeDeps, type Judged } from './judge.ts';
import type { Receipt, Stale } from './receipt.ts';
import type { Flood, Refusals } from './refusals.ts';
import { isSpam, type SpamDeps } from './spam.ts';

export interface CheckDeps extends JudgeDeps, Pick<SpamDeps, 'isFieldFilledIn'> {
  readonly admissions: Pick<Admissions, 'prospect'>;
  readonly refusals: Refusals;
  /** Apart from that of deliveries, whose owner is told of each. */
  readonly diagnoseCheck: Diagnose;
}

type SkipReason = DoorReason | 'honeypot';

/** The judgement of a request, before the rules of its automation read it. */
export type Checked =
  /** It is not signed as it must be; nothing else is told. */
  | { readonly status: 'unverified'; readonly signature: string }
  | { readonly status: 'invalid'; readonly signature: string; readonly reason: string }
  | { readonly status: 'handshake'; readonly signature: string }
  | {
      readonly status: 'delivery';
      readonly signature: string;
      readonly arrival: Arrival;
      /** Null: it would be taken. */
      readonly before: 'duplicate' | SkipReason | null;
    }
  /** As a delivery is refused. */
  | { readonly status: 'not-taken'; readonly receipt: Receipt }
  | Flood;

/** Judges a request as a delivery and says so. Nothing is kept; it is counted as a request of the hook. */
export async function check(
  deps: CheckDeps,
  hook: Hook,
  request: DoorRequest,
  known: SenderSettings,
): Promise<Checked | Stale> {
  const judged = judgeAtEither(deps, hook, request, known);
  const { verification } = judged;
  if (verification?.status === 'unknown-key') {
    void deps.publishedKeys.request(verification.keyUrl);
    return notTaken(new Error(`The key behind ${verification.keyUrl} is not known yet.`));
  }
  if (verification !== null && verification.status !== 'verified') {
    const flood = await deps.refusals.count(hook, request.client);
    if (flood !== null) return flood;
    const diagnosis = deps.diagnoseCheck(hook, { ...judged, verification });
    return { status: 'unverified', signature: `${verification.status}: ${diagnosis}` };
  }
  const signature = signatureOf(judged);
  if (judged.status === 'delivery') {
    const arrival = arrivalOf(judged);
    if (!(arrival instanceof DomainError))
      return await foresee(deps, hook, request, { signature, arrival, known });
    const flood = await deps.refusals.count(hook, request.client);
    return flood ?? { status: 'invalid', signature, reason: arrival.message };
  }
  const flood = verification === null ? await deps.refusals.count(hook, request.client) : null;
  return flood ?? { status: 'handshake', signature };
}

/** A sender that signs its address may have signed that of the hook, or the one that it called. */
function judgeAtEither(deps: JudgeDeps, hook: Hook, request: DoorRequest, known: SenderSettings): Judged {
  const atHook = judge(deps, hook, request, known);
  if (atHook.status !== 'refused') return atHook;
  const called = { ...request, url: request.url.replace(/(?=\?|$)/, '/check') };
  const atCheck = judge(deps, hook, called, known);
  return atCheck.status === 'refused' ? atHook : atCheck;
}

const signatureOf = ({ sender, verification }: Judged): string =>
  verification !== null ? 'verified' : sender.verify === null ? 'none' : 'unverified';

function arrivalOf({ arrive }: Extract<Judged, { status: 'delivery' }>): Arrival | DomainError {
  try {
    return arrive();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

const notTaken = (error: unknown): Checked => ({
  status: 'not-taken',
  receipt: { status: 'unavailable', error },
});

async function foresee(
  deps: CheckDeps,
  hook: Hook,
  request: DoorRequest,
  {
    signature,
    arrival,
    known,
  }: { readonly signature: string; readonly arrival: Arrival; readonly known: SenderSettings },
): Promise<Checked | Stale> {
  const prospect = await deps.admissions.prospect(hook, arrival, known.version);
  const foreseen = (before: 'duplicate' | SkipReason | null): Checked => ({
    status: 'delivery',
    signature,
    arrival,
    before,
  });
  switch (prospect.status) {
    case 'stale':
      return prospect;
    case 'retired':
    case 'suspended':
    case 'flood':
      return { status: 'not-taken', receipt: prospect };
    case 'new':
    case 'duplicate':
    case 'paused':
    case 'loop':
    case 'budget':
      // The honeypot is looked at first.
      if (await isSpam(deps, request, known.form)) return foreseen('honeypot');
      return foreseen(prospect.status === 'new' ? null : prospect.status);
  }
}
