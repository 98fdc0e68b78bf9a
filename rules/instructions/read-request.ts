import { articles, frameWords, unresolvableWords } from '../language/common-words.ts';
import { lowerAt, type Token } from '../language/token.ts';
import type { Payload, RequestAction } from './program.ts';
import { readPayload } from './read-payload.ts';
import { readDetails } from './read-request-details.ts';
import { readUrl } from './read-url.ts';
import { createVerbs, fetchVerbs, makeVerbs, methods, sendVerbs, titleVerbs } from './vocabulary.ts';

type Method = RequestAction['method'];
/** What is before the URL: how to send, and perhaps what. */
interface Opening {
  readonly method: Method;
  readonly isMethodSaid: boolean;
  readonly payload: readonly Token[];
}

const prepositions = new Set(['to', 'at', 'on', 'from', 'against', ':', 'via']);
const requestNouns = new Set([
  'request',
  'requests',
  'call',
  'api',
  'http',
  'https',
  'url',
  'endpoint',
  'address',
]);

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
  if (opening === null || url === null || details === null) return null;
  if (details.method !== null && opening.isMethodSaid && details.method !== opening.method) return null;
  // "Post a message to … with JSON {…}": the thing is named first and given afterwards.
  const isNamedOnly = details.payload !== null && isThing(opening.payload);
  const said = isNamedOnly ? [] : opening.payload;
  const before = said.length === 0 ? null : readPayload(said, details.encoding);
  const isUnread = said.length > 0 && before === null;
  // "Send a request" says neither what nor how.
  const isOpen = !opening.isMethodSaid && opening.method === 'POST' && details.method === null;
  if (isOpen && before === null && details.payload === null) return null;
  if (isUnread || (before !== null && details.payload !== null)) return null;
  return settle(
    details.method ?? opening.method,
    { url, query: details.query, headers: details.headers },
    before ?? details.payload,
  );
}

/** Bare or in quotation marks. */
export const isAddress = ({ kind, text }: Token): boolean =>
  kind === 'url' || (kind === 'text' && /^https?:\/\/\S+$/i.test(text));

function settle(
  method: Method,
  rest: Pick<RequestAction, 'url' | 'query' | 'headers'>,
  payload: Payload | null,
): RequestAction | null {
  const action = { kind: 'request', method, ...rest } as const;
  if (payload === null) return { ...action, payload };
  // A GET has no body: named values go into its query, anything else makes no sense there.
  if (method === 'GET')
    return payload.kind === 'pairs'
      ? { ...action, query: [...action.query, ...payload.pairs], payload: null }
      : null;
  return method === 'DELETE' && payload.kind === 'pairs' ? null : { ...action, payload };
}

function readOpening(tokens: readonly Token[]): Opening | null {
  const verb = lowerAt(tokens, 0);
  return (
    readMadeRequest(tokens) ??
    readMethodVerb(tokens, methods[verb]) ??
    (sendVerbs.has(verb) ? readMethodVerb(tokens, 'POST', false) : null) ??
    (fetchVerbs.has(verb) ? readBare(tokens, 'GET') : null) ??
    (verb === 'notify' ? readBare(tokens, 'POST') : null) ??
    (createVerbs.has(verb) ? readCreation(tokens) : null)
  );
}

/** "create a new contact at": what it is made of must follow. */
function readCreation(tokens: readonly Token[]): Opening | null {
  const last = lowerAt(tokens, tokens.length - 1);
  const thing = tokens.slice(1, -1);
  const isThingOnly = /^(?:an?|new)$/.test(lowerAt(thing, 0)) && thing.length >= 2 && thing.length <= 4;
  if (!isThingOnly || !/^(?:at|in|via|on|with)$/.test(last) || !thing.every(isTitleWord)) return null;
  return { method: 'POST', isMethodSaid: false, payload: [] };
}

/** What no title holds: a condition, a quantity, a doubt. */
const isTitleWord = ({ kind, lower }: Token): boolean =>
  kind === 'word' && !frameWords.has(lower) && !unresolvableWords.has(lower);

const titleWordsMax = 7;

/** Without the "Create a contact:" before "POST …", where both say the same. */
function withoutTitle(tokens: readonly Token[]): readonly Token[] {
  const colon = tokens.findIndex(({ kind, lower }) => kind === 'symbol' && lower === ':');
  if (colon < 2 || colon > titleWordsMax || !tokens.slice(0, colon).every(isTitleWord)) return tokens;
  const method = methods[lowerAt(tokens, colon + 1)];
  return method !== undefined && titleVerbs[lowerAt(tokens, 0)] === method ? tokens.slice(colon + 1) : tokens;
}

/** "make a POST request to". */
function readMadeRequest(tokens: readonly Token[]): Opening | null {
  if (!makeVerbs.has(lowerAt(tokens, 0)) && !/^(?:call|use)$/.test(lowerAt(tokens, 0))) return null;
  let at = 1;
  while (articles.has(lowerAt(tokens, at)) || requestNouns.has(lowerAt(tokens, at))) at += 1;
  const method = methods[lowerAt(tokens, at)];
  if (method === undefined) return null;
  return isFiller(tokens.slice(at + 1)) ? { method, isMethodSaid: true, payload: [] } : null;
}

/** "POST to", "POST the whole payload to"; for a verb that only implies the method something must be sent. */
function readMethodVerb(
  tokens: readonly Token[],
  method: Method | undefined,
  isMethodSaid = true,
): Opening | null {
  if (method === undefined) return null;
  const rest = tokens.slice(1);
  if (isFiller(rest)) return { method, isMethodSaid, payload: [] };
  const last = rest.at(-1)?.lower ?? '';
  const isJoined = last === 'to' || last === 'at' || last === 'on';
  return isJoined && method !== 'GET' ? { method, isMethodSaid, payload: rest.slice(0, -1) } : null;
}

/** "call", "fetch the URL"; what is asked about the method may follow the URL. */
const readBare = (tokens: readonly Token[], method: Method): Opening | null =>
  isFiller(tokens.slice(1)) ? { method, isMethodSaid: false, payload: [] } : null;

const things = new Set([
  'message',
  'notification',
  'request',
  'update',
  'alert',
  'event',
  'note',
  'slack',
  'chat',
  'discord',
  'teams',
  'new',
  'json',
]);

const isThing = (tokens: readonly Token[]): boolean =>
  tokens.every(({ lower }) => articles.has(lower) || things.has(lower));

const isFiller = (tokens: readonly Token[]): boolean =>
  tokens.every(({ lower }) => articles.has(lower) || prepositions.has(lower) || requestNouns.has(lower));
