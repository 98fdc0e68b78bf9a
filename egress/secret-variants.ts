import { unescapeAll } from './unescape.ts';

/** One way a secret can be written, in lower case; `edge`: base64 characters next to it also hold bits of it. */
export interface SecretVariant {
  readonly text: string;
  readonly edge: boolean;
}

/** Shorter ones would blank out words. */
const charsMin = 6;

/** The values that must not be seen: the whole one, the part after its scheme, the parts of a Basic or cookie value. */
function valuesOf(secret: string): readonly string[] {
  const [, scheme = '', credential = ''] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]+(.+)$/s.exec(secret) ?? [];
  const parts = [secret, credential];
  if (scheme.toLowerCase() === 'basic') parts.push(...basicParts(credential));
  // A cookie or a parameter list: an echo shows the values apart from their names.
  for (const [, value = ''] of secret.matchAll(/=\s*"?([^\s;,"]+)/g)) {
    if (value.length >= 12) parts.push(value);
  }
  return [...new Set(parts.map((part) => part.trim()))].filter((part) => part.length >= charsMin);
}

function basicParts(credential: string): readonly string[] {
  const decoded = Buffer.from(credential, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon < 0) return [decoded];
  const [user, password] = [decoded.slice(0, colon), decoded.slice(colon + 1)];
  // A key-only API takes the key as user name, with no password or a short one; otherwise a user name is no secret.
  return password.length < charsMin ? [decoded, user] : [decoded, password];
}

/** Base64 of a text inside a longer one: the characters that do not depend on its neighbours. */
function base64Variants(value: string): readonly SecretVariant[] {
  return ['', '-', '--'].flatMap((before) => {
    const encoded = Buffer.from(before + value).toString('base64');
    const padding = encoded.indexOf('=');
    const first = before === '' ? 0 : before.length + 1;
    const text = encoded.slice(first, padding < 0 ? undefined : padding - 1).toLowerCase();
    const url = text.replaceAll('+', '-').replaceAll('/', '_');
    return (url === text ? [text] : [text, url]).map((variant) => ({ text: variant, edge: true }));
  });
}

const jsonDepthMax = 4;

/**
 * A value with a backslash, as a string of JSON in JSON: where its backslashes end and those of the escapes begin cannot be
 * told from the text, so these are not found by unescaping.
 */
function jsonVariants(value: string): readonly string[] {
  const variants: string[] = [];
  if (!value.includes('\\')) return variants;
  for (let escaped = value; variants.length < jsonDepthMax;) {
    escaped = JSON.stringify(escaped).slice(1, -1);
    variants.push(escaped.toLowerCase());
  }
  return variants;
}

function variantsOfValue(value: string, _: number, values: readonly string[]): readonly SecretVariant[] {
  const lower = value.toLowerCase();
  const bytes = Buffer.from(value);
  const hex = bytes.toString('hex');
  // A value that holds escapes itself is also looked for without them, for the searched text loses its own.
  const plain = [
    lower,
    unescapeAll(value).toLowerCase(),
    ...jsonVariants(value),
    lower.replaceAll(' ', '+'),
    lower.replaceAll('\t', '\\t'),
    hex,
    hex.replaceAll(/..(?!$)/g, '$&:'),
    // The bytes as a list of numbers, as a logger or a JSON writer shows a buffer.
    bytes.join(','),
    bytes.join(', '),
  ].map((text) => ({ text, edge: false }));
  // The base64 of `Bearer <key>` contains the base64 of the key, at one of its three alignments.
  const endsInAnother = values.some((other) => value.endsWith(` ${other}`));
  return endsInAnother ? plain : [...plain, ...base64Variants(value)];
}

/** Every variant that is searched for, longest first; what is escaped character by character is found by unescaping. */
export function secretVariants(secrets: readonly string[]): readonly SecretVariant[] {
  const variants = new Map(
    secrets
      .flatMap((secret) => valuesOf(secret).flatMap(variantsOfValue))
      .map((variant) => [variant.text, variant] as const),
  );
  return [...variants.values()].toSorted((a, b) => b.text.length - a.text.length);
}
