/** Longest part of a provider's message that is kept. */
const messageCharsMax = 200;

/** A text of this length that stands in the prompt too is a quotation of it. */
const quotedCharsMin = 12;

/** The look of keys, accounts and their tokens, also if a provider shows them in part. */
const keyLike =
  /\b(?:(?:sk|pk|rk|gsk|xai|hf|key|org|proj|user)[-_][\w*.-]{6,}|AIza[\w*-]{8,}|eyJ[\w.*-]{10,}|Bearer\s+\S+)/gi;

/** The beginning of a provider's message on one line, without keys and without what the prompt says. */
export function redactSaid(message: string, secrets: readonly string[], prompt: string): string {
  const line = secrets
    .filter((secret) => secret.length > 0)
    .reduce((text, secret) => text.replaceAll(secret, '[redacted]'), message)
    .replaceAll(keyLike, '[redacted]')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 2 * messageCharsMax);
  const shown = withoutQuotations(line, prompt.replaceAll(/[\s\p{Cc}]+/gu, ' '));
  return shown.length <= messageCharsMax ? shown : `${shown.slice(0, messageCharsMax)}…`;
}

function withoutQuotations(text: string, prompt: string): string {
  let kept = '';
  for (let at = 0; at < text.length;) {
    const length = quotedLength(text, at, prompt);
    kept += length > 0 ? '[…]' : (text[at] ?? '');
    at += Math.max(length, 1);
  }
  return kept;
}

/** How much of the text from `at` on stands in the prompt; 0 for less than a quotation. */
function quotedLength(text: string, at: number, prompt: string): number {
  let length = quotedCharsMin;
  if (at + length > text.length || !prompt.includes(text.slice(at, at + length))) return 0;
  while (at + length < text.length && prompt.includes(text.slice(at, at + length + 1))) length += 1;
  return length;
}
