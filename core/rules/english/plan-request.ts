import type { PlanStep } from '#contracts/plan.ts';
import { isOutboundMethod, type OutboundMethod } from '#domain/outbound-method.ts';
import type { Token } from '../language/token.ts';
import { readFields, readMembers, type Member } from './plan-fields.ts';
import { all, isPhrase, listed, match } from './plan-phrase.ts';
import { type Json, readJsonLiteral, readQuoted, readTemplate, readUrl } from './plan-template.ts';
import { celOfPath, isVariable, type Scope } from './plan-value.ts';

/** A request, or a part of the answer. */
export interface Action {
  readonly step?: PlanStep;
  readonly text?: string;
  /** In plain words, for the owner. */
  readonly does: string;
}

interface Request extends Action {
  readonly step: PlanStep;
}

const toTarget =
  /^(?:(?:send|make) an? )?(?<method>get|post|patch|delete) (?:request )?(?:to )?(?<url><url> )(?<details>(?:\S+ )*)$/d;
const thingToTarget =
  /^(?<method>post|patch|send|forward) (?<thing>(?:\S+ )+?)to (?<url><url> )(?<details>(?:\S+ )*)$/d;
const whole = /^(?:the |this )?(?:whole |entire |full )?(?:payload|event|delivery|body|text) $/;
const wholeDetail =
  /^(?:the (?:payload|delivery)|(?:the )?(?:whole|entire|full) (?:payload|event|delivery|body|text)) $/;
const json = /^(?:the |this )?(?:following )?(?:json )?(?:body |payload )?(?:: )?(?<json><json> )$/d;
const quoted = /^(?:the )?(?:text |body |message )?(?:: )?(?<text><text> )$/d;

/** `METHOD URL`, `METHOD URL with …`, `POST … to URL`. */
export function readRequest(tokens: readonly Token[], scope: Scope): Request | null {
  const found = match(tokens, toTarget) ?? match(tokens, thingToTarget);
  const { method: [verb] = [], thing = [], url: [target] = [], details = [] } = found ?? {};
  if (verb === undefined || target === undefined) return null;
  const said = /^(?:send|forward)$/.test(verb.lower) ? 'POST' : verb.lower.toUpperCase();
  const [url, read] = [readUrl(target.text, scope), readDetails(details, scope)];
  if (!isOutboundMethod(said) || url === null || read === null) return null;
  const payload =
    thing.length === 0 ? read.payload : read.payload === null ? readThing(thing, scope) : undefined;
  if (payload === undefined) return null;
  const request = place(said, url, payload);
  if (request === null) return null;
  const names = read.headers.map(([name]) => name);
  const parts = [
    payload?.does ?? [],
    names.length === 0 ? [] : `the header${names.length > 1 ? 's' : ''} ${listed(names)}`,
  ];
  return {
    step: { request: { ...request, ...(names.length > 0 && { headers: Object.fromEntries(read.headers) }) } },
    does: [`Sends ${said} to ${target.text}`, ...parts.flat()]
      .join(' with ')
      .replace(' with the header', parts[0]?.length === 0 ? ' with the header' : ' and the header'),
  };
}

interface Payload {
  readonly body?: Json;
  /** Of a list of fields, which are the query of a GET. */
  readonly members?: readonly Member[];
  readonly does: string;
}

/** A GET has its fields in its query, a DELETE none; null where the body has no place. */
function place(method: OutboundMethod, url: string, payload: Payload | null): PlanStep['request'] | null {
  const { body, members } = payload ?? {};
  if (payload === null) return { method, url };
  if (members === undefined) return method === 'POST' || method === 'PATCH' ? { method, url, body } : null;
  if (method === 'POST' || method === 'PATCH') return { method, url, body: Object.fromEntries(members) };
  const pairs = all(members.map(([name, value]) => inQuery(name, value)));
  if (method === 'DELETE' || pairs === null) return null;
  return { method, url: `${url}${url.includes('?') ? '&' : '?'}${pairs.join('&')}` };
}

function inQuery(name: string, value: Json): string | null {
  if (value === null || typeof value === 'object') return null;
  const encoded = String(value)
    .split(/(\{\{[^{}\n]*\}\})/)
    .map((part, index) => (index % 2 === 0 ? encodeURIComponent(part) : part));
  return `${encodeURIComponent(name)}=${encoded.join('')}`;
}

/** `POST the event to …`, `POST "a text" to …`, `Send the order id and total to …`. */
function readThing(tokens: readonly Token[], scope: Scope): Payload | undefined {
  const isWhole = isPhrase(tokens, whole);
  return isWhole
    ? theWhole
    : (readJson(tokens, scope) ?? readText(tokens, scope) ?? readList(tokens, scope) ?? undefined);
}

const theWhole: Payload = { body: '{{text}}', does: 'the delivery as it came' };

const withHeader =
  /^(?:with )?(?<before>(?:\S+ )*?)(?:, )?(?:and )?(?:with )?(?:the |a )?header (?<name>\S+ )[:=] (?<value>(?:bearer )?\S+ )(?:(?:, )?(?:and )?(?:with )?(?<after>(?:\S+ )*))$/d;
const withRest = /^with (?<rest>(?:\S+ )+)$/d;

interface Details {
  readonly payload: Payload | null;
  readonly headers: readonly (readonly [string, string])[];
}

function readDetails(tokens: readonly Token[], scope: Scope): Details | null {
  if (tokens.length === 0) return { payload: null, headers: [] };
  const { before = [], name: [name] = [], value = [], after = [] } = match(tokens, withHeader) ?? {};
  if (name !== undefined) {
    const header = readHeader(name, value);
    if (header === null || (before.length > 0 && after.length > 0)) return null;
    const rest = [...before, ...after];
    const payload = rest.length === 0 ? null : readPayload(rest, scope);
    return payload === undefined ? null : { payload, headers: [header] };
  }
  const { rest } = match(tokens, withRest) ?? {};
  const payload = rest === undefined ? undefined : readPayload(rest, scope);
  return payload === undefined ? null : { payload, headers: [] };
}

function readPayload(tokens: readonly Token[], scope: Scope): Payload | undefined {
  if (isPhrase(tokens, wholeDetail)) return theWhole;
  return readJson(tokens, scope) ?? readText(tokens, scope) ?? readList(tokens, scope) ?? undefined;
}

function readJson(tokens: readonly Token[], scope: Scope): Payload | null {
  const [token] = match(tokens, json)?.['json'] ?? [];
  const read = token === undefined ? null : readJsonLiteral(token.text, scope);
  const isRecord =
    read !== null && typeof read.value === 'object' && !Array.isArray(read.value) && read.value !== null;
  return (
    read && {
      body: read.value,
      does: isRecord ? `JSON of ${listed(Object.keys(read.value ?? {})) || 'nothing'}` : 'JSON',
    }
  );
}

function readText(tokens: readonly Token[], scope: Scope): Payload | null {
  const [token] = match(tokens, quoted)?.['text'] ?? [];
  const text = token === undefined ? null : readQuoted(token.text, scope);
  return text === null || text === ''
    ? null
    : { body: text, does: `the text ${JSON.stringify(token?.text)}` };
}

function readList(tokens: readonly Token[], scope: Scope): Payload | null {
  const members = readMembers(tokens, scope);
  return members && { members, does: listed(members.map(([name]) => name)) };
}

/** A header as it is written, but for `{{secret.name}}`. */
function readHeader(name: Token, value: readonly Token[]): readonly [string, string] | null {
  const nowhere: Scope = { documents: [], item: null, requested: [], earlier: '', isAnswer: false };
  const text = value
    .map((token) => (token.kind === 'placeholder' ? `{{${token.text}}}` : token.text))
    .join(' ');
  const isLiteral = value.every(({ kind }) => /^(?:word|text|number|placeholder)$/.test(kind));
  const isSafe = !/[^\x20-\x7e]/.test(text) && /^[\w-]+$/.test(name.text) && name.kind === 'word';
  const places = text.match(/\{\{[^{}]*\}\}/g) ?? [];
  if (!isLiteral || !isSafe || places.some((place) => !/^\{\{\s*secret\./.test(place))) return null;
  const filled = readTemplate(text, nowhere);
  return filled === null ? null : [name.text, filled];
}

const each =
  /^for (?:each|every) (?:of )?(?<list>(?:\S+ )+?)(?:as (?<name>\S+ ))?[,:] (?<request>(?:\S+ )+)$/d;

/** `For each <list> as x, METHOD URL with …`: the list is the delivery's, what is alone in the request the item's. */
export function readEach(tokens: readonly Token[], scope: Scope): Request | null {
  const { list = [], name: [named] = [], request = [] } = match(tokens, each) ?? {};
  const item = named?.text ?? 'item';
  const [of] = readFields(list, scope) ?? [];
  if (of === undefined || !/^[a-z]\w{0,39}$/i.test(item) || isVariable(item) || celOfPath(item) === null)
    return null;
  const read = readRequest(request, { ...scope, item });
  if (read === null) return null;
  return {
    ...read,
    step: { ...read.step, forEach: { in: of.cel, as: item } },
    does: `For each ${of.name}: ${read.does.charAt(0).toLowerCase()}${read.does.slice(1)}`,
  };
}
