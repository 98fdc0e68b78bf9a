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

/** The characters as a writer of JSON shows them one by one. */
const jsonCharacters = (text: string): readonly string[] =>
  /[\p{Cc}\p{Cs}"\\]/u.test(text)
    ? Array.from(text, (character) => JSON.stringify(character).slice(1, -1))
    : Array.from(text);

/** Bytes and characters as lists of them, as a logger or a writer of JSON shows a buffer or an array. */
function listVariants(value: string, bytes: Buffer, hex: string): readonly string[] {
  const pairs = hex.match(/../g) ?? [];
  const characters = Array.from(value);
  const inJson = jsonCharacters(value);
  return [
    ...[':', ' ', '-', '0x', ' 0x', ',0x', ', 0x', ',', ', '].map((between) => pairs.join(between)),
    ...[',', ', '].map((between) => bytes.join(between)),
    ...['","', '", "'].map((between) => inJson.join(between)),
    ...["','", "', '"].map((between) => characters.join(between)),
  ];
}

const twiceInBase64 = (bytes: Buffer) => base64Variants(bytes.toString('base64'));

function variantsOf(value: string): readonly SecretVariant[] {
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
    ...listVariants(lower, bytes, hex),
  ].map((text) => ({ text, edge: false }));
  // As programs write it whose texts are UTF-8, and UTF-16.
  const once = [...base64Variants(value), ...base64Variants(value, 'utf16le')];
  return [...plain, ...once, ...twiceInBase64(bytes), ...base64Variants(hex)];
}

/**
 * What holds `Bearer <key>` in some form holds the key in that form, base64 at one of its three alignments included;
 * except where the base64 of the whole was encoded again.
 */
const sparseVariantsOf = (value: string, _: number, values: readonly string[]): readonly SecretVariant[] =>
  values.some((other) => value.endsWith(` ${other}`)) ? twiceInBase64(Buffer.from(value)) : variantsOf(value);

/** A text without any of these has no variant of the secrets at all. */
export const telltaleVariants = (secrets: readonly string[]): readonly string[] => [
  ...new Set(
    secrets.flatMap((secret) => secretParts(secret).flatMap(sparseVariantsOf)).map(({ text }) => text),
  ),
];

/** Every variant that is searched for; what is escaped character by character is found by unescaping. */
export function secretVariants(secrets: readonly string[]): readonly SecretVariant[] {
  const variants = secrets.flatMap((secret) => secretParts(secret).flatMap(variantsOf));
  return [...new Map(variants.map((variant) => [variant.text, variant] as const)).values()];
}
