import { lowerAt, type Token } from '../language/token.ts';
import { anyOf, cutsOf, match, maybe, oneOf, phrase, readPieces, slot } from './phrase.ts';
import type { Pair, Payload, RequestAction } from './program.ts';
import { readHeaders } from './read-headers.ts';
import { readMembers, readPairs } from './read-members.ts';
import { readPayload } from './read-payload.ts';
import { articleWords, headerFrame, methods } from './vocabulary.ts';

/** What follows the URL of a request. */
export interface Details {
  readonly method: RequestAction['method'] | null;
  readonly headers: readonly Pair[];
  readonly query: readonly Pair[];
  readonly payload: Payload | null;
  readonly encoding: 'json' | 'form';
}

type Slots = Readonly<Record<string, readonly Token[]>>;
type Clause = Partial<Details>;

const the = maybe(oneOf(articleWords));
const joint = '(?:, and |, |and )';
/** Words with which a clause begins, wherever they are. */
const openers = oneOf('with using via including carrying passing saying');
/** "As" is in a clause as well: "the order id as ref". */
const opening = `(?:${openers}|as )`;
const header = `${anyOf(headerFrame)}(?:[a-z][\\w-]* )?${oneOf('header headers')}`;
const starts = new RegExp(
  `(?<=^| )(?:${joint}?${opening}|${joint}(?:${header}|${the}${oneOf('«json» json body payload whole query')}))`,
  'g',
);

const lead = `${maybe(slot('joint', joint))}${maybe(slot('opener', `(?:${opening}|${oneOf(': containing')})`))}`;
const content = slot('content', `(?:(?!${openers})\\S+ )+`);
const queryNouns = oneOf('query parameter parameters param params string');

/** Each kind of clause, and what it says. */
const clauses: readonly {
  readonly said: RegExp;
  readonly read: (slots: Slots, stored: readonly string[]) => Clause | null;
}[] = [
  {
    said: phrase(
      `(?!${joint}?as )`,
      lead,
      the,
      anyOf('http method'),
      slot('method', oneOf('get post patch delete')),
      anyOf('request method'),
    ),
    read: ({ method = [] }) => ({ method: methods[lowerAt(method, 0)] ?? null }),
  },
  {
    said: phrase(maybe(joint), 'as ', the, oneOf('json application/json'), anyOf('body payload')),
    read: () => ({}),
  },
  { said: phrase(maybe(joint), 'as ', the, anyOf('request'), oneOf('body payload')), read: () => ({}) },
  {
    said: phrase(
      maybe(joint),
      'as ',
      the,
      oneOf('form url-encoded urlencoded form-urlencoded form-data'),
      anyOf('form data body'),
    ),
    read: () => ({ encoding: 'form' }),
  },
  {
    said: phrase(lead, slot('headers', `${header}(?:(?!${openers})\\S+ )*`)),
    read: ({ headers: said = [] }, stored) => {
      const headers = readHeaders(said, stored);
      return headers === null ? null : { headers };
    },
  },
  {
    said: phrase(lead, the, queryNouns, anyOf('string parameter parameters :'), content),
    read: ({ content: said = [] }) => {
      const query = readPairs(said) ?? readMembers(said);
      return query === null ? null : { query };
    },
  },
  {
    said: phrase(lead, `(?!${header})`, content),
    read: ({ opener = [], joint: before = [], content: said = [] }) => {
      const payload = readPayload(said);
      // Without "with", only what can be nothing but a payload is one: "with from and body" names two fields.
      const isWord = before.length > 0 && payload?.kind === 'whole' && payload.word !== null;
      const isBare = opener.length === 0 && (payload?.kind === 'pairs' || isWord);
      return payload === null || isBare || lowerAt(opener, 0) === 'as' ? null : { payload };
    },
  },
];

/** Ask for what happens anyway. */
const tail = phrase(
  slot('rest', '(?:\\S+ )*?'),
  '(?:as is |unchanged |in the (?:request |json |post )?(?:body |payload ))$',
);

/** "with JSON {…} and header X-Source: reveille as form data"; null when a word of it is left over. */
export function readDetails(all: readonly Token[], stored: readonly string[]): Details | null {
  const tokens = match(all, tail)?.['rest'] ?? all;
  const read = readPieces(tokens, cutsOf(tokens, starts), (piece) => readClause(piece, stored));
  const isTwice = (part: keyof Details): boolean => (read ?? []).filter((each) => part in each).length > 1;
  if (read === null || isTwice('method') || isTwice('payload')) return null;
  return read.reduce(
    (details: Details, { headers = [], query = [], ...clause }) => ({
      ...details,
      ...clause,
      headers: [...details.headers, ...headers],
      query: [...details.query, ...query],
    }),
    { method: null, headers: [], query: [], payload: null, encoding: 'json' },
  );
}

function readClause(tokens: readonly Token[], stored: readonly string[]): Clause | null {
  for (const { said, read } of clauses) {
    const slots = match(tokens, said);
    const clause = slots === null ? null : read(slots, stored);
    if (clause !== null) return clause;
  }
  return null;
}
