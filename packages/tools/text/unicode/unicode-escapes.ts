import { joinWithinLimit } from '../../output.ts';
import { invalid } from '../../refuse.ts';

export const escapeStyles = ['js', 'css', 'html', 'python'] as const;
type EscapeStyle = (typeof escapeStyles)[number];

interface Language {
  readonly escape: (codePoint: number) => string;
  /** Must be escaped itself; otherwise decoding would not return the text. */
  readonly escapeCharacter: string;
  /** One escape; exactly one group matches. */
  readonly pattern: RegExp;
}

function hex(codePoint: number, digits: number): string {
  return codePoint.toString(16).padStart(digits, '0');
}

function utf16Escape(codePoint: number): string {
  if (codePoint <= 0xffff) return `\\u${hex(codePoint, 4)}`;
  const pair = String.fromCodePoint(codePoint);
  return `\\u${hex(pair.charCodeAt(0), 4)}\\u${hex(pair.charCodeAt(1), 4)}`;
}

const languages: Readonly<Record<EscapeStyle, Language>> = {
  js: {
    escape: utf16Escape,
    escapeCharacter: '\\',
    pattern: /\\(?:u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|x([0-9a-fA-F]{2}))|\\(\\)/g,
  },
  css: {
    escape: (codePoint) => `\\${codePoint.toString(16)} `,
    escapeCharacter: '\\',
    pattern: /\\([0-9a-fA-F]{1,6})(?:\r\n|[ \t\n\f\r])?|\\(\\)/g,
  },
  html: {
    escape: (codePoint) => `&#x${codePoint.toString(16)};`,
    escapeCharacter: '&',
    pattern: /&#[xX]([0-9a-fA-F]{1,6});|&#(\d{1,7});/g,
  },
  python: {
    escape: (codePoint) => (codePoint > 0xffff ? `\\U${hex(codePoint, 8)}` : `\\u${hex(codePoint, 4)}`),
    escapeCharacter: '\\',
    pattern: /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2}))|\\(\\)/g,
  },
};

function isKept(codePoint: number): boolean {
  const isLayout = codePoint === 0x09 || codePoint === 0x0a || codePoint === 0x0d;
  return isLayout || (codePoint >= 0x20 && codePoint <= 0x7e);
}

export function escapeUnicode(text: string, style: EscapeStyle, all: boolean): string {
  const { escape, escapeCharacter } = languages[style];
  const parts = Array.from(text, (character) => {
    const codePoint = character.codePointAt(0) ?? 0;
    if (!all && character === escapeCharacter) return style === 'html' ? escape(codePoint) : '\\\\';
    return !all && isKept(codePoint) ? character : escape(codePoint);
  });
  return joinWithinLimit(parts, '');
}

export function unescapeUnicode(text: string, style: EscapeStyle): string {
  const unescaped = text.replace(languages[style].pattern, (escape: string, ...groups: unknown[]) => {
    const code = groups.find((group) => typeof group === 'string') as string;
    if (code === '\\') return code;
    const isDecimal = style === 'html' && !/^&#x/i.test(escape);
    const value = Number.parseInt(code, isDecimal ? 10 : 16);
    if (value > 0x10ffff)
      throw invalid(`text has ${escape.trim()}, which is beyond the last code point U+10FFFF.`);
    return String.fromCodePoint(value);
  });
  if (!unescaped.isWellFormed())
    throw invalid('text has one half of a surrogate pair (\\ud800 to \\udfff) without the other.');
  return unescaped;
}
