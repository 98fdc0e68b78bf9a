import { domainToASCII, domainToUnicode } from 'node:url';
import { z } from 'zod';
import { loadLibrary } from '../load-library.ts';
import { assertOutputFits } from '../output.ts';
import { choiceParam, flagParam, textParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineQuickTool, defineTool, type Tool } from '../tool.ts';
import { positionOf } from './lines/position.ts';
import { escapeStyles, escapeUnicode, unescapeUnicode } from './unicode/unicode-escapes.ts';

const fiveEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

type EntityLevel = 'minimal' | 'numeric' | 'named';

const loadEntities = async () => await loadLibrary('entities', () => import('entities'));

async function decodeEntities(text: string, level: EntityLevel): Promise<string> {
  if (level === 'minimal')
    return text.replace(/&(?:(amp|lt|gt|quot|apos)|#0*39|#[xX]0*27);/g, (_, name?: string) =>
      name === undefined ? "'" : (fiveEntities[name] ?? ''),
    );
  const { decodeHTML, decodeXML } = await loadEntities();
  return level === 'named' ? decodeHTML(text) : decodeXML(text);
}

async function encodeEntities(text: string, level: EntityLevel): Promise<string> {
  const { encodeNonAsciiHTML, encodeXML, escapeUTF8 } = await loadEntities();
  return { minimal: escapeUTF8, numeric: encodeXML, named: encodeNonAsciiHTML }[level](text);
}

/** Also percent-encodes what encodeURIComponent leaves unencoded (RFC 3986). */
function encodeReserved(encoded: string): string {
  return encoded.replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

function decodePercent(text: string, component: boolean, plusIsBlank: boolean): string {
  const source = plusIsBlank ? text.replaceAll('+', ' ') : text;
  const malformed = /%(?![0-9a-fA-F]{2})/.exec(source);
  if (malformed !== null) {
    throw invalid(`text has a % without two hexadecimal digits at ${positionOf(text, malformed.index)}.`);
  }
  try {
    return component ? decodeURIComponent(source) : decodeURI(source);
  } catch {
    throw invalid('text decodes to bytes that are not UTF-8.');
  }
}

function perLine(text: string, convert: (line: string) => string): string {
  return text
    .split('\n')
    .map((line) => convert(line.trim()))
    .join('\n');
}

function domainOr(converted: string, domain: string): string {
  if (converted === '' && domain !== '')
    throw invalid(`text has ${JSON.stringify(domain.slice(0, 100))}, which is not a domain name.`);
  return converted;
}

export const tools: readonly Tool[] = [
  defineQuickTool({
    id: 'url-encode',
    title: 'URL encode',
    summary: 'Percent-encodes a text for use in a URL.',
    params: z.object({
      text: textParam(),
      component: flagParam(
        'Encode / ? # & = as well, as inside a query value. Off: keep what structures a whole URL.',
        true,
      ),
      spaceAsPlus: flagParam('Write a blank as +, as HTML forms do.'),
    }),
    example: { params: { text: 'a/b & ü' }, result: 'a%2Fb%20%26%20%C3%BC' },
    run: ({ text, component, spaceAsPlus }) => {
      const encoded = component ? encodeReserved(encodeURIComponent(text)) : encodeURI(text);
      assertOutputFits(encoded.length);
      return spaceAsPlus ? encoded.replaceAll('%20', '+') : encoded;
    },
  }),
  defineQuickTool({
    id: 'url-decode',
    title: 'URL decode',
    summary: 'Decodes percent-encoding; a % that is no code is refused.',
    params: z.object({
      text: textParam('Percent-encoded text.'),
      component: flagParam('Decode %2F, %3F and the like too. Off: keep what structures a whole URL.', true),
      plusAsSpace: flagParam('Read + as a blank, as HTML forms do.'),
    }),
    example: { params: { text: 'a%2Fb%20%26%20%C3%BC' }, result: 'a/b & ü' },
    run: ({ text, component, plusAsSpace }) => decodePercent(text, component, plusAsSpace),
  }),
  defineQuickTool({
    id: 'html-encode',
    title: 'HTML encode',
    summary: 'Replaces the characters that mean something in HTML by entities.',
    params: z.object({
      text: textParam(),
      level: choiceParam(
        'minimal: & < > and quotes; numeric or named: also everything outside ASCII.',
        ['minimal', 'numeric', 'named'],
        'minimal',
      ),
    }),
    example: {
      params: { text: '<b>"Fish & chips"</b>' },
      result: '&lt;b&gt;&quot;Fish &amp; chips&quot;&lt;/b&gt;',
    },
    run: async ({ text, level }) => {
      const encoded = await encodeEntities(text, level);
      assertOutputFits(encoded.length);
      return encoded;
    },
  }),
  defineQuickTool({
    id: 'html-decode',
    title: 'HTML decode',
    summary: 'Replaces HTML entities, named and numeric, by their characters.',
    params: z.object({
      text: textParam('Text with entities.'),
      level: choiceParam(
        'named: all entities of HTML; numeric: &amp; &lt; &gt; &quot; &apos; and numbers; minimal: those five only.',
        ['minimal', 'numeric', 'named'],
        'named',
      ),
    }),
    example: { params: { text: '&lt;b&gt; &copy; &#x1F680;' }, result: '<b> © 🚀' },
    run: ({ text, level }) => decodeEntities(text, level),
  }),
  defineQuickTool({
    id: 'unicode-escape',
    summary: 'Writes everything outside ASCII as escapes of a language.',
    params: z.object({
      text: textParam(),
      style: choiceParam('The language of the escapes.', escapeStyles, 'js'),
      all: flagParam('Escape ASCII too.'),
    }),
    example: { params: { text: 'né 🚀' }, result: 'n\\u00e9 \\ud83d\\ude80' },
    run: ({ text, style, all }) => escapeUnicode(text, style, all),
  }),
  defineQuickTool({
    id: 'unicode-unescape',
    summary: 'Replaces the escapes of a language by their characters.',
    params: z.object({
      text: textParam('Text with escapes.'),
      style: choiceParam('The language of the escapes.', escapeStyles, 'js'),
    }),
    example: { params: { text: 'n\\u00e9 \\u{1F680}' }, result: 'né 🚀' },
    run: ({ text, style }) => unescapeUnicode(text, style),
  }),
  defineTool({
    id: 'punycode-encode',
    summary: 'Writes international domain names in their ASCII form (IDNA), one a line.',
    params: z.object({ text: textParam('Domain names, one a line.') }),
    example: { params: { text: 'münchen.de' }, result: 'xn--mnchen-3ya.de' },
    run: ({ text }) => perLine(text, (domain) => domainOr(domainToASCII(domain), domain)),
  }),
  defineTool({
    id: 'punycode-decode',
    summary: 'Shows domain names in ASCII form (xn--…) as they are read, one a line.',
    params: z.object({ text: textParam('Domain names, one a line.') }),
    example: { params: { text: 'xn--mnchen-3ya.de' }, result: 'münchen.de' },
    run: ({ text }) =>
      perLine(text, (domain) =>
        domainOr(domainToASCII(domain) === '' ? '' : domainToUnicode(domain), domain),
      ),
  }),
];
