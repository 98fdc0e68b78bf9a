import { TextDecoder } from 'node:util';

const textTypes =
  /^(text\/.+|application\/(json|xml|javascript|ecmascript|x-www-form-urlencoded|graphql|yaml|x-yaml|toml|sql|x-ndjson|ndjson|jsonl|jwt|x-sh|.+\+(json|xml|yaml|text))|image\/svg\+xml|message\/.+|multipart\/.+)$/;

const byteOrderMarks: readonly (readonly [bytes: readonly number[], charset: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** The charset by its byte order mark, else as the content type says, else UTF-8. Undefined where that is unknown. */
function decoderFor(bytes: Buffer, contentType: string): TextDecoder | undefined {
  const marked = byteOrderMarks.find(([mark]) => mark.every((byte, index) => bytes[index] === byte));
  const [, named] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType) ?? [];
  try {
    return new TextDecoder(marked?.[1] ?? named ?? 'utf-8');
  } catch {
    return undefined;
  }
}

/**
 * The text of a body, or a note where it is no text. A secret could hide in a charset that the response does not name:
 * what contains NUL characters is not shown, nor is a text in which `hitsIn` finds more when it is read byte by byte.
 */
export function readText(bytes: Buffer, contentType: string, hitsIn: (text: string) => number): string {
  const [mediaType = ''] = contentType.toLowerCase().split(';', 1);
  const type = mediaType.trim();
  const note = `[${type || 'unknown type'}, ${bytes.length} bytes, not shown]`;
  if (bytes.length === 0) return '';
  if (type !== '' && !textTypes.test(type)) return note;
  const decoder = decoderFor(bytes, contentType);
  const text = decoder?.decode(bytes);
  if (decoder === undefined || text === undefined || text.includes('\0')) return note;
  return decoder.encoding !== 'utf-8' && hitsIn(bytes.toString('latin1')) > hitsIn(text) ? note : text;
}
