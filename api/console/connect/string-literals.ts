/** Text as a literal of a language; each is one line but that of shells. */

const jsonEscapes = (text: string, more: RegExp): string =>
  JSON.stringify(text).replaceAll(
    more,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** In single quotes, where nothing has a meaning but the quote. */
export const shellLiteral = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Line separators end a line in older engines. */
export const javaScriptLiteral = (text: string): string => jsonEscapes(text, /[\u2028\u2029]/g);

/** The escapes of JSON mean the same in Python, as none of them is half of a character. */
export const pythonLiteral = (text: string): string => jsonEscapes(text.toWellFormed(), /\u007f/g);

/** A byte order mark may not stand in the middle of a source file. */
export const goLiteral = (text: string): string => jsonEscapes(text.toWellFormed(), /[\ufeff\u007f]/g);

/** A number sign may start code. */
export const rubyLiteral = (text: string): string => jsonEscapes(text.toWellFormed(), /[#\u007f]/g);

/** In single quotes, where only the quote and the backslash have a meaning. */
export const phpLiteral = (text: string): string => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
