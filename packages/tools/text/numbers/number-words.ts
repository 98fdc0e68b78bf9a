import { invalid } from '../../refuse.ts';

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
/** The short scale, as in modern English. */
const scales = [
  '',
  'thousand',
  'million',
  'billion',
  'trillion',
  'quadrillion',
  'quintillion',
  'sextillion',
  'septillion',
  'octillion',
  'nonillion',
  'decillion',
];
const irregularOrdinals: ReadonlyMap<string, string> = new Map(
  Object.entries({
    one: 'first',
    two: 'second',
    three: 'third',
    five: 'fifth',
    eight: 'eighth',
    nine: 'ninth',
    twelve: 'twelfth',
  }),
);

function belowThousand(value: number): string {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  const words: string[] = hundreds > 0 ? [`${small[hundreds]} hundred`] : [];
  if (rest >= 20)
    words.push((tens[Math.floor(rest / 10)] ?? '') + (rest % 10 > 0 ? `-${small[rest % 10]}` : ''));
  else if (rest > 0) words.push(small[rest] ?? '');
  return words.join(' ');
}

function cardinal(value: bigint): string {
  if (value === 0n) return 'zero';
  const words: string[] = [];
  let rest = value;
  for (const scale of scales) {
    const group = Number(rest % 1000n);
    if (group > 0) words.unshift(scale === '' ? belowThousand(group) : `${belowThousand(group)} ${scale}`);
    rest /= 1000n;
  }
  return words.join(' ');
}

function ordinal(words: string): string {
  const [, before = '', last = ''] = /^(.*?)([a-z]+)$/.exec(words) ?? [];
  const irregular = irregularOrdinals.get(last);
  if (irregular !== undefined) return before + irregular;
  return before + (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`);
}

/** English words for a decimal number below 10^36; digits after the point are read one by one. */
export function numberInWords(text: string, form: 'cardinal' | 'ordinal'): string {
  const packed = text.trim().replace(/[\s_,]/g, '');
  const [, sign, whole, fraction] = /^([+-]?)(\d{1,36})(?:\.(\d{1,50}))?$/.exec(packed) ?? [];
  if (whole === undefined)
    throw invalid('text must be a decimal number with at most 36 digits before the point.');
  const minus = sign === '-' && /[1-9]/.test(whole + (fraction ?? '')) ? 'minus ' : '';
  const words = cardinal(BigInt(whole));
  if (form === 'ordinal') {
    if (fraction !== undefined) throw invalid('text must be a whole number for ordinals.');
    return minus + ordinal(words);
  }
  if (fraction === undefined) return minus + words;
  return `${minus}${words} point ${Array.from(fraction, (digit) => small[Number(digit)]).join(' ')}`;
}
