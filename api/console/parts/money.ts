import type { Money } from '#contracts/run.ts';

type Amount = Readonly<Money>;

/** The cost of models, in short form. Unknown is never shown as zero. */
export function money({ state, amountMicros, atLeastMicros, currency }: Amount): string {
  if (state === 'none') return 'no model';
  if (amountMicros === null)
    return atLeastMicros === undefined ? 'unknown' : `at least ${inCurrency(atLeastMicros, currency)}`;
  return `${state === 'estimated' ? '≈ ' : ''}${inCurrency(amountMicros, currency)}`;
}

function inCurrency(micros: number, currency: string): string {
  const amount = micros / 1_000_000;
  const isSmall = amount !== 0 && Math.abs(amount) < 1;
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    ...(isSmall ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 2 }),
  }).format(amount);
}
