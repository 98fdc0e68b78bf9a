import type { JsonValue } from '#domain/json-value.ts';
import { secretNamesIn } from '#domain/named-secret.ts';
import { findField } from '../document/find-field.ts';
import { checkWhose } from './check-literal.ts';
import { evaluateText, MissingValue, type Source, textOf } from './evaluate-value.ts';
import type { Pair, Payload, RequestAction } from './program.ts';
import {
  escaped,
  renderJson,
  renderParts,
  renderQueryValue,
  renderSegment,
  renderText,
} from './render-template.ts';
import { summarise } from './summarise-delivery.ts';
import { countSecretPlaces } from './template-parts.ts';

/** A request with everything filled in. */
export interface PlannedRequest {
  readonly method: RequestAction['method'];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Fills a request from the delivery; throws MissingValue where the delivery lacks a value. */
export function renderRequest(action: RequestAction, source: Source): PlannedRequest {
  const { body, contentType } = renderPayload(action.payload, source);
  const headers = action.headers.map((pair) => [pair[0], pairText(pair, source, String)] as const);
  const hasContentType = headers.some(([name]) => name.toLowerCase() === 'content-type');
  const request = {
    method: action.method,
    url: renderUrl(action, source),
    headers: {
      ...(contentType !== null && !hasContentType && { 'content-type': contentType }),
      ...Object.fromEntries(headers),
    },
    body,
  };
  checkSecrets(action, request);
  return request;
}

/** Throws MissingValue where the delivery has what would be read as the place of a secret: only instructions name those. */
function checkSecrets(action: RequestAction, { url, headers, body }: PlannedRequest): void {
  const texts = [url, ...Object.values(headers), body ?? ''];
  if (texts.flatMap(secretNamesIn).length === countSecretPlaces(action)) return;
  throw new MissingValue('the delivery names a secret, which only instructions may do');
}

function renderUrl({ url, query }: RequestAction, source: Source): string {
  const path = url.segments
    .map((segment, index) => {
      checkWhose(source, url.segments[index - 1], segment);
      return `/${renderSegment(source, segment)}`;
    })
    .join('');
  const pairs = [
    ...url.query.map(([name, value]) =>
      value === null ? name : `${name}=${renderQueryValue(source, value)}`,
    ),
    ...query.map((pair) => `${escaped(pair[0])}=${pairText(pair, source, escaped)}`),
  ];
  return `${url.origin}${path === '' ? '/' : path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
}

/** The value as text, encoded except for the places of secrets. */
function pairText([, value]: Pair, source: Source, encode: (text: string) => string): string {
  if (value.kind === 'text') return renderParts(source, value.template, encode);
  return encode(
    value.kind === 'value' ? evaluateText(source, value.value) : textOf(renderJson(source, value)),
  );
}

interface Body {
  readonly body: string | null;
  readonly contentType: string | null;
}

function renderPayload(payload: Payload | null, source: Source): Body {
  if (payload === null) return { body: null, contentType: null };
  switch (payload.kind) {
    case 'whole':
      return renderWhole(source, payload.word);
    case 'summary':
      return asJson({ summary: summarise(source.document) });
    case 'text':
      return { body: renderText(source, payload.template), contentType: 'text/plain; charset=utf-8' };
    case 'json':
      return { body: JSON.stringify(renderJson(source, payload.value)), contentType: 'application/json' };
    case 'pairs':
      return payload.encoding === 'form'
        ? asForm(payload.pairs, source)
        : asJson(renderJson(source, { kind: 'object', members: payload.pairs }));
  }
}

function renderWhole({ document }: Source, word: string | null): Body {
  const { kind, text, contentType } = document;
  const field = word === null ? null : findField(document, word);
  if (field !== null && field.state !== 'missing' && word !== 'everything')
    throw new MissingValue(
      `"${word}" may be the whole delivery or ${field.path}; write "the whole delivery"`,
    );
  // Requests carry text; bytes that are none would arrive changed.
  if (kind === 'binary') throw new MissingValue('the delivery is binary and cannot be passed on as text');
  return { body: text, contentType: contentType ?? (kind === 'json' ? 'application/json' : null) };
}

const asJson = (value: JsonValue): Body => ({
  body: JSON.stringify(value),
  contentType: 'application/json',
});

function asForm(pairs: readonly Pair[], source: Source): Body {
  const form = pairs.map((pair) => `${formEncoded(pair[0])}=${pairText(pair, source, formEncoded)}`);
  return { body: form.join('&'), contentType: 'application/x-www-form-urlencoded' };
}

const formEncoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);
