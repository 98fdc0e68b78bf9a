import type { PlanStep } from '#contracts/plan.ts';
import { isRecord } from '#domain/json-value.ts';
import { isOutboundMethod } from '#domain/outbound-method.ts';
import type { Token } from '../language/token.ts';
import { type Member, readFields, readMembers } from './plan-fields.ts';
import { all, listed, match } from './plan-phrase.ts';
import { type Json, readJsonLiteral, readTemplate, readUrl } from './plan-template.ts';
import { celOfPath, isMember, isVariable, type Scope } from './plan-value.ts';

/** A request, or a part of the answer. */
export interface Action {
  readonly step?: PlanStep;
  readonly text?: string;
  /** In plain words, for the owner. */
  readonly does: string;
}

const toTarget =
  /^(?:(?:send|make) an? )?(?<method>get|post|patch|delete) (?:request )?(?:to )?(?<url><url>) (?<details>(?:\S+ )*)$/d;
const thingToTarget =
  /^(?<method>post|patch|send|forward) (?<thing>(?:\S+ )+?)to (?<url><url>) (?<details>(?:\S+ )*)$/d;
const withHeader =
  /^with (?:(?<before>(?:\S+ )+?)(?:(?:, )?and )?(?:with )?)?(?:the |a )?header (?<name>\S+) [:=] (?<value>(?:bearer )?\S+) (?:(?:, )?(?:and )?(?:with )?(?<after>(?:\S+ )+))?$/d;
const withPayload = /^with (?<before>(?:\S+ )+)$/d;

/** `METHOD URL`, `METHOD URL with …`, `POST … to URL`. */
export function readRequest(tokens: readonly Token[], scope: Scope): Action | null {
  const found = match(tokens, toTarget) ?? match(tokens, thingToTarget);
  const { method: [verb] = [], thing, url: [target] = [], details = [] } = found ?? {};
  if (verb === undefined || target === undefined) return null;
  const {
    before,
    after,
    name: [name] = [],
    value = [],
  } = match(details, withHeader) ?? match(details, withPayload) ?? {};
  const [written, ...others] = [thing, before, after].filter((part) => part !== undefined);
  const payload = written === undefined ? noPayload : readPayload(written, thing !== undefined, scope);
  const header = name === undefined ? null : readHeader(name, value, scope);
  const isRead = details.length === 0 || before !== undefined || header !== null;
  const method = /^(?:send|forward)$/.test(verb.lower) ? 'POST' : verb.lower.toUpperCase();
  const url = readUrl(target.text, scope);
  const request = payload === null || url === null ? null : place(method, url, payload);
  if (
    request === null ||
    payload === null ||
    !isRead ||
    others.length > 0 ||
    (name !== undefined && header === null)
  )
    return null;
  const extras = [payload.does, name === undefined ? '' : `the header ${name.text}`].filter(
    (part) => part !== '',
  );
  return {
    step: { request: { ...request, ...(header !== null && { headers: header }) } },
    does: `Sends ${method} to ${target.text}${extras.length > 0 ? ' with ' : ''}${extras.join(', and ')}`,
  };
}

interface Payload {
  readonly body?: Json;
  /** Of a list of fields, which are the query of a GET. */
  readonly members?: readonly Member[];
  readonly does: string;
}

const noPayload: Payload = { does: '' };
const whole =
  /^(?:(?:the|this) )?(?:(?<all>whole|entire|full) )?(?<noun>payload|event|delivery|body|text) $/d;
const wholeBehindWith =
  /^(?:the (?<noun>payload|delivery)|(?:the )?(?<all>whole|entire|full) (?:payload|event|delivery|body|text)) $/d;
const json = /^(?:(?:the|this) )?(?:following )?(?:json )?(?:body |payload )?(?:: )?(?<json><json>) $/d;

/** Whether the word may be a part of the delivery: a text called "event" is its name, which nobody sends alone. */
const isPart = (noun: string, { documents }: Scope): boolean =>
  documents.some(
    ({ root }) =>
      isRecord(root) && Object.hasOwn(root, noun) && (noun !== 'event' || typeof root[noun] !== 'string'),
  );

/** "With the event" may be its name, "POST the event" is all of it. */
function readPayload(tokens: readonly Token[], isThing: boolean, scope: Scope): Payload | null {
  const { all: isAll, noun: [noun] = [] } = match(tokens, isThing ? whole : wholeBehindWith) ?? {};
  if (isAll !== undefined || (noun !== undefined && !isPart(noun.lower, scope)))
    return { body: '{{text}}', does: 'the delivery as it came' };
  const [literal] = match(tokens, json)?.['json'] ?? [];
  if (literal === undefined) {
    const members = readMembers(tokens, scope);
    return members && { members, does: listed(members.map(([name]) => name)) };
  }
  const read = readJsonLiteral(literal.text, scope);
  return read && { body: read.value, does: `the JSON ${literal.text}` };
}

/** A GET has its fields in its query and nothing else, a DELETE nothing; null where the payload has no place. */
function place(method: string, url: string, { body, members }: Payload): PlanStep['request'] | null {
  if (!isOutboundMethod(method)) return null;
  if (method === 'POST' || method === 'PATCH') {
    const sent = members === undefined ? body : Object.fromEntries(members);
    return { method, url, ...(sent !== undefined && { body: sent }) };
  }
  if (body !== undefined || (members !== undefined && method === 'DELETE')) return null;
  const pairs = all((members ?? []).map(([name, value]) => inQuery(name, value)));
  if (pairs === null) return null;
  return {
    method,
    url: pairs.length === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}${pairs.join('&')}`,
  };
}

function inQuery(name: string, value: Json): string | null {
  if (value === null || typeof value === 'object') return null;
  const encoded = String(value).replace(
    /(\{\{[^{}\n]*\}\})|[^{}]+|[{}]/g,
    (part, cel?: string) => cel ?? encodeURIComponent(part),
  );
  return `${encodeURIComponent(name)}=${encoded}`;
}

/** A header is as it is written, but for `{{secret.name}}`. */
function readHeader(
  { kind, text: name }: Token,
  value: readonly Token[],
  scope: Scope,
): Readonly<Record<string, string>> | null {
  const text = value
    .map((token) => (token.kind === 'placeholder' ? `{{${token.text}}}` : token.text))
    .join(' ');
  const isLiteral = value.every((token) => /^(?:word|text|number|placeholder)$/.test(token.kind));
  const isSafe = kind === 'word' && /^[\w-]+$/.test(name) && !/[^\x20-\x7e]|\{\{(?!secret\.)/.test(text);
  const filled = isLiteral && isSafe && !isMember(text, scope) ? readTemplate(text, scope) : null;
  return filled === null ? null : { [name]: filled };
}

const each = /^for (?:each|every) (?<list>(?:\S+ )+?)(?:as (?<name>\S+) )?[,:] (?<request>(?:\S+ )+)$/d;

/** `For each <list> as x, METHOD URL with …`: the list is the delivery's, what is alone in the request the item's. */
export function readEach(tokens: readonly Token[], scope: Scope): Action | null {
  const { list = [], name: [named] = [], request = [] } = match(tokens, each) ?? {};
  const item = named?.text ?? 'item';
  const [of, ...others] = readFields(list, { ...scope, mayBeList: true }) ?? [];
  const isName = /^[a-z]\w{0,39}$/i.test(item) && !isVariable(item) && celOfPath(item) === `body.${item}`;
  const read = isName && others.length === 0 ? readRequest(request, { ...scope, item }) : null;
  if (of === undefined || read?.step === undefined) return null;
  return {
    step: { ...read.step, forEach: { in: of.cel, as: item } },
    does: `For each ${of.name}: ${read.does.charAt(0).toLowerCase()}${read.does.slice(1)}`,
  };
}
