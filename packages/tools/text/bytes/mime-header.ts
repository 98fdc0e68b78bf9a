import { invalid } from '../../refuse.ts';

const encodedWord = /=\?([\w-]{1,40})(?:\*[\w-]{1,20})?\?([bq])\?([^?\s]{0,4000})\?=/gi;
/** White space between encoded words is not part of the text. */
const between = /(\?=)[ \t\r\n]{1,100}(?==\?[\w-]{1,40}(?:\*[\w-]{1,20})?\?[bq]\?)/gi;

function bytesOf(encoding: string, text: string): Uint8Array {
  if (encoding.toLowerCase() === 'b') return Buffer.from(text, 'base64');
  const plain = text
    .replaceAll('_', ' ')
    .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(plain, 'latin1');
}

/** Decodes the encoded words of a header (RFC 2047); the rest stays. */
export function decodeMimeHeader(text: string): string {
  return text
    .replace(between, '$1')
    .replace(encodedWord, (_, charset: string, encoding: string, content: string) => {
      try {
        return new TextDecoder(charset).decode(bytesOf(encoding, content));
      } catch {
        throw invalid(`text is in the character set ${charset}, which is not known.`);
      }
    });
}
