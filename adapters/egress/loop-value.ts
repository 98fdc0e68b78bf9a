import type { Redact } from './redact.ts';

/**
 * Takes the value of the loop header out of what a target echoes, so that no agent reads it. It is no secret: what is in it
 * is sealed, so that other spellings of it are not looked for, and no redaction is counted.
 */
export function withoutLoopValue(redact: Redact, value: string | undefined): Redact {
  if (value === undefined) return redact;
  return (text) => {
    const redacted = redact(text);
    return { ...redacted, text: redacted.text.replaceAll(value, '[redacted]') };
  };
}
