import { deflateSync, gunzipSync, gzipSync, inflateSync } from 'node:zlib';
import { z } from 'zod';
import { outputCharsMax } from '../output.ts';
import { choiceParam, textParam } from '../params.ts';
import { invalid, overLimit } from '../refuse.ts';
import { ToolError } from '../tool-error.ts';
import { defineTool, type Tool } from '../tool.ts';
import { showBytes } from './bytes/utf8.ts';
import { decodeMimeHeader } from './bytes/mime-header.ts';

const charsets = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'iso-8859-1',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-7',
  'iso-8859-9',
  'iso-8859-15',
  'koi8-r',
  'macintosh',
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
  'gb18030',
  'big5',
  'euc-kr',
] as const;

function bytesOf(text: string, encoding: 'base64' | 'hex'): Buffer {
  const compact = text.replaceAll(/\s/g, '');
  const isValid = encoding === 'hex' ? /^(?:[\da-f]{2})*$/i.test(compact) : /^[\w+/-]*={0,2}$/.test(compact);
  if (!isValid) throw invalid(`text is not ${encoding}.`);
  return Buffer.from(compact, encoding);
}

const asText = (bytes: Uint8Array) => showBytes(bytes, 'text');

/** UTF-8 that was read as Windows-1252, once or more often, read back. */
function repairMojibake(
  text: string,
  byteOf: ReadonlyMap<string, number>,
  decode: (bytes: Uint8Array) => string,
): string {
  let repaired = text;
  for (let round = 0; round < 3; round += 1) {
    const bytes = Array.from(repaired, (sign) => byteOf.get(sign));
    if (bytes.includes(undefined)) break;
    try {
      const next = decode(Uint8Array.from(bytes as number[]));
      if (next === repaired) break;
      repaired = next;
    } catch {
      break;
    }
  }
  return repaired;
}

function repairLines(text: string): string {
  const windows = new TextDecoder('windows-1252');
  const bytes = Array.from(
    { length: 256 },
    (_, byte) => [windows.decode(Uint8Array.of(byte)), byte] as const,
  );
  const byteOf = new Map(bytes);
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  return text
    .split('\n')
    .map((line) => repairMojibake(line, byteOf, (bytes) => utf8.decode(bytes)))
    .join('\n');
}

function unpack(text: string, format: 'gzip' | 'deflate'): string {
  const bytes = bytesOf(text, 'base64');
  const options = { maxOutputLength: 4 * outputCharsMax };
  try {
    return asText(format === 'gzip' ? gunzipSync(bytes, options) : inflateSync(bytes, options));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (error instanceof ToolError) throw error;
    if (code === 'ERR_BUFFER_TOO_LARGE')
      throw overLimit(`The result would have more than ${outputCharsMax} characters.`);
    throw invalid(`text is no base64 of ${format}, or its content is no UTF-8.`);
  }
}

const formatParam = choiceParam(
  'The format; deflate is that of zlib (RFC 1950).',
  ['gzip', 'deflate'],
  'gzip',
);

export const tools: readonly Tool[] = [
  defineTool({
    id: 'gzip-compress',
    title: 'Compress',
    summary: 'Compresses a text with gzip or deflate; gives base64.',
    params: z.object({ text: textParam(), format: formatParam }),
    example: { params: { text: 'aaaaaaaaaaaaaaaaaaaa', format: 'deflate' }, result: 'eJxLTMQEAE+mB5U=' },
    run: ({ text, format }) => (format === 'gzip' ? gzipSync(text) : deflateSync(text)).toString('base64'),
  }),
  defineTool({
    id: 'gzip-decompress',
    title: 'Decompress',
    summary: 'Decompresses base64 of gzip or deflate to a text.',
    params: z.object({ text: textParam('Base64.'), format: formatParam }),
    example: { params: { text: 'eJxLTMQEAE+mB5U=', format: 'deflate' }, result: 'aaaaaaaaaaaaaaaaaaaa' },
    run: ({ text, format }) => unpack(text, format),
  }),
  defineTool({
    id: 'charset-decode',
    title: 'Decode character set',
    summary: 'Reads bytes in base64 or hex as text of a character set, such as Windows-1252 or Shift_JIS.',
    params: z.object({
      text: textParam('The bytes.'),
      charset: choiceParam('The character set.', charsets, 'windows-1252'),
      encoding: choiceParam('How the bytes are written.', ['base64', 'hex'], 'base64'),
    }),
    example: { params: { text: '93fa967b', charset: 'shift_jis', encoding: 'hex' }, result: '日本' },
    run: ({ text, charset, encoding }) => {
      try {
        return new TextDecoder(charset, { fatal: true }).decode(bytesOf(text, encoding));
      } catch (error) {
        if (error instanceof TypeError) throw invalid(`text has bytes that ${charset} does not know.`);
        throw error;
      }
    },
  }),
  defineTool({
    id: 'mojibake-repair',
    title: 'Repair mojibake',
    summary: 'Repairs text such as fÃ¼r, whose UTF-8 was read as Windows-1252, line by line.',
    params: z.object({ text: textParam() }),
    example: { params: { text: 'GrÃ¼ÃŸe fÃ¼r â‚¬ 5' }, result: 'Grüße für € 5' },
    run: ({ text }) => repairLines(text),
  }),
  defineTool({
    id: 'mime-header-decode',
    title: 'Decode mail header',
    summary: 'Decodes encoded words (RFC 2047) in the header of a mail, such as =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=.',
    params: z.object({ text: textParam('The header.', 20_000) }),
    example: {
      params: { text: '=?UTF-8?Q?Gr=C3=BC=C3=9Fe?= =?ISO-8859-1?B?5Pb8?= <ada@example.com>' },
      result: 'Grüßeäöü <ada@example.com>',
    },
    run: ({ text }) => decodeMimeHeader(text),
  }),
];
