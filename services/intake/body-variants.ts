import { parseJson, type JsonValue } from '#domain/json-value.ts';

/** A body as it may have been before something on its way wrote it anew. */
interface BodyVariant {
  readonly rawBody: Buffer;
  /** Goes on after "the body". */
  readonly how: string;
}

/** Larger ones are not tried: each variant is hashed. */
const bytesMax = 64 * 1024;

export function bodyVariants(body: Buffer): readonly BodyVariant[] {
  if (body.byteLength > bytesMax) return [];
  const text = body.toString();
  const lines = text.replaceAll('\r\n', '\n');
  const candidates = [
    { text: `${text}\n`, how: 'with a line break after it' },
    { text: text.trim(), how: 'without blanks around it' },
    { text: lines, how: 'with plain line breaks' },
    { text: lines.replaceAll('\n', '\r\n'), how: 'with the line breaks of Windows' },
    ...jsonVariants(text),
  ];
  return candidates
    .filter((candidate) => candidate.text !== text)
    .map(({ text: variant, how }) => ({ rawBody: Buffer.from(variant), how }));
}

function jsonVariants(text: string): readonly { readonly text: string; readonly how: string }[] {
  const value = parseJson(text)?.value;
  if (value === undefined) return [];
  const compact = JSON.stringify(value);
  return [
    { text: compact, how: 'without blanks in its JSON' },
    { text: JSON.stringify(value, null, 2), how: 'with its JSON indented by two' },
    { text: JSON.stringify(value, null, 4), how: 'with its JSON indented by four' },
    { text: spaced(value), how: 'with a blank after each comma and colon of its JSON' },
    { text: escaped(compact), how: 'with its JSON in ASCII' },
    { text: escaped(spaced(value)), how: 'with its JSON in ASCII, and a blank after each comma and colon' },
    { text: compact.replaceAll('/', String.raw`\/`), how: 'with escaped slashes in its JSON' },
  ];
}

/** As Python writes it. */
const spaced = (value: JsonValue): string =>
  JSON.stringify(value, null, 1).replaceAll(/\n */g, '\n').replaceAll(/,\n/g, ', ').replaceAll('\n', '');

const escaped = (text: string): string =>
  text.replaceAll(
    /[\u0080-\uffff]/g,
    (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
