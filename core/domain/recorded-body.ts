import { cutToBytes, cutToChars } from './cut-text.ts';

const bytesMax = 16_000;
const ellipsis = '…';
const startCharsMax = 200;

/** A body as the record of its request keeps it: at most 16 KB, the ellipsis of one that was cut included. */
export function recordedBody(body: string): string {
  const whole = cutToBytes(body, bytesMax);
  if (!whole.truncated) return whole.text;
  return cutToBytes(body, bytesMax - Buffer.byteLength(ellipsis)).text + ellipsis;
}

/** The first words of a text in one line, without the tags of HTML; null where there are none. */
export function startOfText(whole: string): string | null {
  const text = /^\s*</.test(whole)
    ? whole.replaceAll(/<(style|script)\b[^>]*>[^<]*<\/\1>/gi, ' ').replaceAll(/<[^>]*>/g, ' ')
    : whole;
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line === '' ? null : cutToChars(line, startCharsMax);
}
