import { isTooShortToFind, secretCharsMin } from '#domain/secret-parts.ts';

interface Pair {
  readonly headerName: string;
  /** As it was entered, not trimmed. */
  readonly headerValue: string;
}

interface Hint {
  readonly applies: (pair: Pair) => boolean;
  readonly text: string;
}

const isAuthorization = ({ headerName }: Pair) => headerName.toLowerCase() === 'authorization';

const words = ({ headerValue }: Pair) => headerValue.trim().split(/[ \t]+/);

const scheme = (pair: Pair) => words(pair)[0]?.toLowerCase() ?? '';

function decodedBasic(pair: Pair): string | undefined {
  const [, text = ''] = words(pair);
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64').toString('latin1') : undefined;
}

/** The usual mistakes when a credential is pasted. None of it is refused: some API may want just that. */
const hints: readonly Hint[] = [
  {
    applies: ({ headerValue }) => /[\r\n]\s*$/.test(headerValue),
    text: 'A line break at the end of the header value was left out.',
  },
  {
    applies: (pair) => isAuthorization(pair) && words(pair).length === 1,
    text: 'An Authorization value usually begins with its method: "Bearer <key>", the word and one space included.',
  },
  {
    applies: (pair) =>
      isAuthorization(pair) && /^bearer([ \t]+bearer\b|[ \t]{2,}|\t)/i.test(pair.headerValue.trim()),
    text: 'The word Bearer should occur once, followed by exactly one space and the key.',
  },
  {
    applies: (pair) =>
      !isAuthorization(pair) && ['bearer', 'basic'].includes(scheme(pair)) && words(pair).length > 1,
    text: 'Bearer and Basic values usually go into the header Authorization.',
  },
  {
    applies: (pair) =>
      isAuthorization(pair) && scheme(pair) === 'basic' && !decodedBasic(pair)?.includes(':'),
    text: 'A Basic value is the base64 of username:password; for a key alone, of the key with a colon at its end.',
  },
  {
    applies: ({ headerValue }) => /^\s*(["'`]).*\1\s*$/s.test(headerValue),
    text: 'The header value has quotation marks around it; most APIs want it without.',
  },
  {
    applies: ({ headerValue }) => /<[^>]*>|\bYOUR[_-]|\{\{/i.test(headerValue),
    text: 'The header value still looks like a placeholder.',
  },
  {
    applies: ({ headerValue }) => isTooShortToFind(headerValue),
    text: `The secret in the header value is shorter than ${secretCharsMin} characters: where a target sends it back, it is not recognised, and the agent and the record show it.`,
  },
];

/** Sentences about a header that may not work as entered; they never repeat a part of the value. */
export function headerHints(pair: Pair): readonly string[] {
  return hints.filter(({ applies }) => applies(pair)).map(({ text }) => text);
}
