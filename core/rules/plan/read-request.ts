import type { CalledOperation } from '#contracts/api.ts';
import type { PlanStep } from '#contracts/plan.ts';
import { headerNamePattern, isFramingHeader } from '#domain/header-names.ts';
import { isList, isRecord, type JsonValue } from '#domain/json-value.ts';
import { mediaTypeOf } from '#domain/body-text.ts';
import { isJsonType, isXmlType } from '../document/media-type.ts';
import { readUrl, type UrlTemplate } from './read-url.ts';
import { isExpression, isFilled, type Place, readTemplate, refuse, type Template } from './template.ts';

export interface RequestTemplate {
  readonly method: PlanStep['request']['method'];
  readonly url: UrlTemplate;
  /** Names and values are literal but for secrets. */
  readonly headers: readonly (readonly [name: string, value: Template])[];
  readonly body: BodyTemplate | null;
  readonly operation: CalledOperation | null;
}

export type BodyTemplate =
  | { readonly kind: 'as-it-came' }
  | { readonly kind: 'json'; readonly value: JsonTemplate }
  | { readonly kind: 'form'; readonly members: readonly (readonly [string, Template])[] }
  /** `syntax`: the one that values are encoded for. */
  | { readonly kind: 'text'; readonly template: Template; readonly syntax: 'none' | 'form' | 'xml' };

export type JsonTemplate =
  | { readonly kind: 'text'; readonly template: Template }
  | { readonly kind: 'literal'; readonly value: JsonValue }
  | { readonly kind: 'list'; readonly items: readonly JsonTemplate[] }
  | { readonly kind: 'object'; readonly members: readonly (readonly [string, JsonTemplate])[] };

export function readRequest(
  place: Place,
  { method, url, headers = {}, body, operation }: PlanStep['request'],
): RequestTemplate {
  const inside = (path: string): Place => ({ ...place, path: `${place.path}.${path}` });
  const read = Object.entries(headers).map(
    ([name, value]) => [name, readHeader(inside(`headers[${JSON.stringify(name)}]`), name, value)] as const,
  );
  const names = read.map(([name]) => name.toLowerCase());
  if (new Set(names).size < names.length)
    refuse(inside('headers'), '', 'A header is there twice.', 'each header once');
  const [, contentType] =
    Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  return {
    method,
    url: readUrl(inside('url'), url),
    headers: read,
    body:
      body === undefined || body === null
        ? null
        : readBody(inside('body'), body, mediaTypeOf(contentType ?? null)),
    operation: operation ?? null,
  };
}

/** Tab, visible ASCII and Latin-1. */
const valuePattern = /^[\t\x20-\x7e\xa0-\xff]*$/;

function readHeader(place: Place, name: string, value: string): Template {
  if (!headerNamePattern.test(name) || isFramingHeader(name))
    refuse(place, value, 'No request may set a header of this name.', 'another name, such as X-Source');
  if (!valuePattern.test(value))
    refuse(place, value, 'This cannot be sent in a header.', 'ASCII in one line');
  const template = readTemplate(place, value);
  return isFilled(template)
    ? refuse(place, value, 'Values of headers are written out, but for secrets.', 'Bearer {{secret.name}}')
    : template;
}

const formType = 'application/x-www-form-urlencoded';

function readBody(place: Place, body: JsonValue, mediaType: string): BodyTemplate {
  if (typeof body === 'string') return readText(place, body, mediaType);
  const value = readJson(place, body);
  if (mediaType !== formType) return { kind: 'json', value };
  const members =
    value.kind === 'object' ? value.members.map(([name, member]) => [name, formValue(member)] as const) : [];
  const texts = members.flatMap(([name, template]) => (template === null ? [] : [[name, template] as const]));
  return value.kind === 'object' && texts.length === members.length
    ? { kind: 'form', members: texts }
    : refuse(place, '', 'A form has members that are texts.', '{"id": "{{body.id}}"}');
}

function formValue(member: JsonTemplate): Template | null {
  if (member.kind === 'text') return member.template;
  return member.kind === 'literal' && member.value !== null ? [JSON.stringify(member.value)] : null;
}

/** `{"id": …}` and `[{{…}}]`, and not `[{{body.level}}] Late`. */
const likeJson = /^\s*(?:\{\s*".*\}|\[\s*["{[].*\])\s*$/s;
const plainTypes = ['', 'text/plain', 'text/markdown'];

function readText(place: Place, text: string, mediaType: string): BodyTemplate {
  const template = readTemplate(place, text);
  const [only, ...others] = template;
  const isMarkup = isXmlType(mediaType) || mediaType === 'text/html';
  const syntax = mediaType === formType ? 'form' : isMarkup ? 'xml' : 'none';
  if (isExpression(only) && others.length === 0) {
    if (only.kind === 'variable' && only.name === 'text') return { kind: 'as-it-came' };
    const isWritten = only.kind === 'call' && only.name === 'json';
    if (isJsonType(mediaType) && !isWritten) return { kind: 'json', value: { kind: 'text', template } };
  } else if (
    isFilled(template) &&
    syntax === 'none' &&
    (!plainTypes.includes(mediaType) || likeJson.test(text))
  )
    refuse(
      place,
      text,
      `Nothing encodes values for a text of ${mediaType === '' || mediaType === 'text/plain' ? 'JSON' : mediaType}.`,
      'JSON without quotes around it: {"id": "{{body.id}}"}',
    );
  return { kind: 'text', template, syntax };
}

export function readJson(place: Place, value: JsonValue, readText = readTemplate): JsonTemplate {
  if (typeof value === 'string') return { kind: 'text', template: readText(place, value) };
  if (isList(value))
    return {
      kind: 'list',
      items: value.map((item, at) => readJson({ ...place, path: `${place.path}[${at}]` }, item, readText)),
    };
  if (!isRecord(value)) return { kind: 'literal', value };
  const members = Object.entries(value).map(([name, member]) => {
    if (name.includes('{{'))
      refuse(place, name, 'Names of members are written out.', '{"id": "{{body.id}}"}');
    return [name, readJson({ ...place, path: `${place.path}.${name}` }, member, readText)] as const;
  });
  return { kind: 'object', members };
}
