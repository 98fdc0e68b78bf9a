import { frameWords, unresolvableWords } from '../language/common-words.ts';
import { lowerAt, type Token } from '../language/token.ts';
import { anyOf, isPhrase, match, oneOf, phrase, slot } from './phrase.ts';
import type { RequestAction } from './program.ts';
import { type Details, readDetails } from './read-details.ts';
import { readPayload } from './read-payload.ts';
import { readUrl } from './read-url.ts';
import { articleWords, fetchVerbs, makeVerbs, methods, sendVerbs, titleVerbs } from './vocabulary.ts';

type Method = RequestAction['method'];

const nouns = 'request requests call api http https url endpoint address';
const filler = anyOf(`${articleWords} to at on from against : via ${nouns}`);
const method = slot('method', oneOf('get post patch delete'));
const to = oneOf('to at on');

/** What may be before the address: how to send, and perhaps what. `method`: the one that is implied. */
const openings: readonly { readonly said: RegExp; readonly method?: Method }[] = [
  { said: phrase(oneOf(`${makeVerbs} call use`), anyOf(`${articleWords} ${nouns}`), method, filler) },
  { said: phrase(method, filler) },
  { said: phrase(slot('method', oneOf('post patch delete')), slot('what'), to) },
  { said: phrase(oneOf(sendVerbs), filler), method: 'POST' },
  { said: phrase(oneOf(sendVerbs), slot('what'), to), method: 'POST' },
  { said: phrase(oneOf(fetchVerbs), filler), method: 'GET' },
  { said: phrase('notify ', filler), method: 'POST' },
  // "create a new contact at": what it is made of must follow.
  {
    said: phrase(
      oneOf('create add register'),
      slot('thing', '(?:an?|new) (?:\\S+ ){1,3}'),
      oneOf('at in via on with'),
    ),
    method: 'POST',
  },
];

/** "a message": named before the address, and given behind it. */
const given = phrase(
  anyOf(
    `${articleWords} message notification request update alert event note slack chat discord teams new json`,
  ),
);

/** "POST the order id to https://…", "send a PATCH request to https://… with JSON {…}"; null when it is not that. */
export function readRequest(
  sentence: readonly Token[],
  storedHeaders: readonly string[],
): RequestAction | null {
  const tokens = withoutTitle(sentence);
  const index = tokens.findIndex(isAddress);
  const address = tokens[index];
  if (address === undefined || tokens.filter(isAddress).length > 1) return null;
  const opening = readOpening(tokens.slice(0, index));
  const url = readUrl(address.text);
  const details = readDetails(tokens.slice(index + 1), storedHeaders);
  return opening === null || url === null || details === null ? null : join(opening, { url, ...details });
}

/** Bare or in quotation marks. */
export const isAddress = ({ kind, text }: Token): boolean =>
  kind === 'url' || (kind === 'text' && /^https?:\/\/\S+$/i.test(text));

interface Opening {
  readonly method: Method;
  readonly isMethodSaid: boolean;
  readonly what: readonly Token[];
}

function readOpening(tokens: readonly Token[]): Opening | null {
  for (const { said, method: implied } of openings) {
    const { method: named = [], what = [], thing = [] } = match(tokens, said) ?? {};
    const sent = implied ?? methods[lowerAt(named, 0)];
    if (sent !== undefined && isPhrase(tokens, said) && thing.every(isTitleWord))
      return { method: sent, isMethodSaid: implied === undefined, what };
  }
  return null;
}

function join(opening: Opening, details: Details & Pick<RequestAction, 'url'>): RequestAction | null {
  const { method: behind, payload: after, encoding, ...rest } = details;
  if (behind !== null && opening.isMethodSaid && behind !== opening.method) return null;
  const what = after !== null && isPhrase(opening.what, given) ? [] : opening.what;
  const before = what.length === 0 ? null : readPayload(what);
  if ((what.length > 0 && before === null) || (before !== null && after !== null)) return null;
  const payload = before ?? after;
  // "Send a request" says neither what nor how.
  const isOpen = !opening.isMethodSaid && opening.method === 'POST' && behind === null;
  if (isOpen && payload === null) return null;
  const encoded = payload?.kind === 'pairs' ? { ...payload, encoding } : payload;
  return settle({ kind: 'request', method: behind ?? opening.method, ...rest, payload: encoded });
}

/** A GET has no body: named values go into its query, anything else makes no sense there. */
function settle(request: RequestAction): RequestAction | null {
  const { method: sent, payload, query } = request;
  if (payload === null || sent === 'POST' || sent === 'PATCH') return request;
  if (sent === 'DELETE') return payload.kind === 'pairs' ? null : request;
  return payload.kind === 'pairs' ? { ...request, query: [...query, ...payload.pairs], payload: null } : null;
}

/** What no title holds: a condition, a quantity, a doubt. */
const isTitleWord = ({ kind, lower }: Token): boolean =>
  kind === 'word' && !frameWords.has(lower) && !unresolvableWords.has(lower);

const titled = phrase(slot('title', '(?:\\S+ ){2,7}?'), ': ', slot('rest'));

/** Without the "Create a contact:" before "POST …", where both say the same. */
function withoutTitle(tokens: readonly Token[]): readonly Token[] {
  const { title = [], rest = [] } = match(tokens, titled) ?? {};
  const sent = methods[lowerAt(rest, 0)];
  const isSame = sent !== undefined && titleVerbs[lowerAt(title, 0)] === sent;
  return isSame && title.every(isTitleWord) ? rest : tokens;
}
