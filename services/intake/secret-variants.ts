import { isUtf8 } from 'node:buffer';

interface SecretVariant {
  readonly text: string;
  /** Goes on after "the secret". */
  readonly how: string;
}

/** The same secret in the spellings that settings pages and people use. */
export function secretVariants(secret: string): readonly SecretVariant[] {
  const unprefixed = secret.replace(/^[a-z]+_/, '');
  const unquoted = secret.replace(/^(["'])(.*)\1$/, '$2');
  const candidates: readonly SecretVariant[] = [
    { text: unquoted, how: 'without quotation marks' },
    { text: unprefixed, how: 'without what stands before its underscore' },
    { text: `whsec_${secret}`, how: 'with whsec_ before it' },
    { text: secret.toLowerCase(), how: 'in lower case' },
    { text: decoded(unprefixed, 'base64'), how: 'decoded from base64' },
    { text: decoded(unprefixed, 'hex'), how: 'decoded from hexadecimal' },
    { text: Buffer.from(secret).toString('base64'), how: 'encoded in base64' },
    { text: Buffer.from(secret).toString('hex'), how: 'encoded in hexadecimal' },
    { text: `${secret}\n`, how: 'with a line break after it' },
  ];
  return candidates.filter(({ text }) => text !== '' && text !== secret);
}

/** Empty where it is no text. */
function decoded(text: string, encoding: 'base64' | 'hex'): string {
  const bytes = Buffer.from(text, encoding);
  return isUtf8(bytes) ? bytes.toString() : '';
}
