import type { PublishedKeys, Sender, SenderRequest, Verification } from '#senders/sender.ts';
import type { SenderSettings } from '#store/automation/automations.ts';

/** The secrets that count now, the newest first. */
export const countingSecrets = (
  { secret, former }: Pick<SenderSettings, 'secret' | 'former'>,
  now: number,
): readonly string[] => [
  ...(secret === null ? [] : [secret]),
  ...(former !== null && former.until > now ? [former.secret] : []),
];

/** The order of verifications by what they prove: a valid signature, then one that was valid, then one that is present. */
const ranks: Readonly<Record<Verification['status'], number>> = {
  verified: 4,
  expired: 3,
  'unknown-key': 2,
  wrong: 1,
  missing: 0,
};

/**
 * Checks a request against each secret; null where there is none, or the sender does not sign. `readings` are the same
 * request with its body as it was sent and, where it was compressed, as it came.
 */
export function verify(
  sender: Sender,
  readings: readonly SenderRequest[],
  secrets: readonly string[],
  publishedKeys: PublishedKeys,
): Verification | null {
  const { verify: scheme } = sender;
  if (scheme === null || (secrets.length === 0 && scheme.needsNoSecret !== true)) return null;
  const tried = scheme.needsNoSecret === true ? [''] : secrets;
  const results = tried.flatMap((secret) =>
    readings.map((request) => scheme.check(request, secret, publishedKeys)),
  );
  return results.reduce((best, next) => (ranks[next.status] > ranks[best.status] ? next : best));
}
