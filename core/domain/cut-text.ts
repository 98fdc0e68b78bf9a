/** The longest beginning of a text with so many UTF-8 bytes, never half a character. A lone surrogate becomes U+FFFD. */
export function cutToBytes(
  text: string,
  bytesMax: number,
): { readonly text: string; readonly truncated: boolean } {
  const whole = text.toWellFormed();
  // A UTF-16 unit takes at most three bytes.
  if (whole.length * 3 <= bytesMax) return { text: whole, truncated: false };
  const { read } = new TextEncoder().encodeInto(whole, new Uint8Array(bytesMax));
  return { text: whole.slice(0, read), truncated: read < whole.length };
}

/** The index at or before `end` where a text may be cut: never between the halves of a surrogate pair. */
export function cutAt(text: string, end: number): number {
  const code = text.charCodeAt(end - 1);
  return end < text.length && code >= 0xd800 && code <= 0xdbff ? end - 1 : Math.min(end, text.length);
}

/** The beginning of a text with at most so many UTF-16 units, never half a surrogate pair. */
export const cutToChars = (text: string, charsMax: number): string => text.slice(0, cutAt(text, charsMax));

/** A text of at most so many UTF-8 bytes; one that is cut ends with an ellipsis beyond them. */
export function shortenText(text: string, bytesMax: number): string {
  const { text: kept, truncated } = cutToBytes(text, bytesMax);
  return truncated ? `${kept}…` : kept;
}
