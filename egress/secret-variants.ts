import { secretParts } from '../domain/secret-parts.ts';
import { unescapeAll } from './unescape.ts';

/** One way a secret can be written, in lower case; `edge`: base64 characters next to it also hold bits of it. */
export interface SecretVariant {
  readonly text: string;
  readonly edge: boolean;
}

/** Base64 of a text inside a longer one: the characters that do not depend on its neighbours. */
function base64Variants(value: string, encoding: BufferEncoding = 'utf8'): readonly SecretVariant[] {
  return ['', '-', '--'].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.from(before), Buffer.from(value, encoding)]).toString('base64');
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

const jsonCharacters = (text: string): readonly string[] =>
  Array.from(text, (character) => JSON.stringify(character).slice(1, -1));

function variantsOfValue(value: string, _: number, values: readonly string[]): readonly SecretVariant[] {
  const lower = value.toLowerCase();
  const bytes = Buffer.from(value);
  const hex = bytes.toString('hex');
  const pairs = hex.match(/../g) ?? [];
  // A value that holds escapes itself is also looked for without them, for the searched text loses its own.
  const plain = [
    lower,
    unescapeAll(value).toLowerCase(),
    ...jsonVariants(value),
    lower.replaceAll(' ', '+'),
    lower.replaceAll('\t', '\\t'),
    hex,
    ...[':', ' ', '-', '0x', ' 0x', ',0x', ', 0x', ',', ', '].map((between) => pairs.join(between)),
    // The bytes as a list of numbers, as a logger or a JSON writer shows a buffer.
    bytes.join(','),
    bytes.join(', '),
    // The characters as a list.
    ...['","', '", "'].map((between) => jsonCharacters(lower).join(between)),
    ...["','", "', '"].map((between) => Array.from(lower).join(between)),
  ].map((text) => ({ text, edge: false }));
  // The base64 of `Bearer <key>` contains the base64 of the key, at one of its three alignments.
  const endsInAnother = values.some((other) => value.endsWith(` ${other}`));
  const once = endsInAnother ? [] : base64Variants(value);
  // As programs write it whose texts are UTF-16.
  const wide = base64Variants(value, 'utf16le');
  const twice = [bytes.toString('base64'), hex].flatMap((text) => base64Variants(text));
  return [...plain, ...once, ...wide, ...twice];
}

/** Every variant that is searched for, longest first; what is escaped character by character is found by unescaping. */
export function secretVariants(secrets: readonly string[]): readonly SecretVariant[] {
  const variants = new Map(
    secrets
      .flatMap((secret) => secretParts(secret).flatMap(variantsOfValue))
      .map((variant) => [variant.text, variant] as const),
  );
  return [...variants.values()].toSorted((a, b) => b.text.length - a.text.length);
}
