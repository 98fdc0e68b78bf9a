import type { JsonRecord } from '../../domain/json-value.ts';
import { findField } from '../document/find-field.ts';
import { literalText, literalWord } from './check-literal.ts';
import { evaluateText, MissingValue, type Source, textOf } from './evaluate-value.ts';
import type { Pair, Payload, RequestAction } from './program.ts';
import { escaped, renderJson, renderQueryValue, renderSegment, renderText } from './render-template.ts';
import { summarise } from './summarise-delivery.ts';

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
  const headers = action.headers.map(({ name, value, isWord }): [string, string] => [
    name,
    (isWord ? literalWord : literalText)(source, value),
  ]);
  const hasContentType = headers.some(([name]) => name.toLowerCase() === 'content-type');
  return {
    method: action.method,
    url: renderUrl(action, source),
    headers: {
      ...(contentType !== null && !hasContentType && { 'content-type': contentType }),
      ...Object.fromEntries(headers),
    },
    body,
  };
}

function renderUrl({ url, query }: RequestAction, source: Source): string {
  const path = url.segments.map((segment) => `/${renderSegment(source, segment)}`).join('');
  const pairs = [
    ...url.query.map(({ name, value }) =>
      value === null ? name : `${name}=${renderQueryValue(source, value)}`,
    ),
    ...query.map((pair) => `${escaped(pair.name)}=${escaped(pairText(pair, source))}`),
  ];
  return `${url.origin}${path === '' ? '/' : path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
}

const pairText = ({ value }: Pair, source: Source): string =>
  value.kind === 'value' ? evaluateText(source, value.value) : textOf(renderJson(source, value));

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
        : asJson(record(payload.pairs, source));
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

const asJson = (value: JsonRecord): Body => ({
  body: JSON.stringify(value),
  contentType: 'application/json',
});

const record = (pairs: readonly Pair[], source: Source): JsonRecord =>
  Object.fromEntries(pairs.map(({ name, value }) => [name, renderJson(source, value)]));

function asForm(pairs: readonly Pair[], source: Source): Body {
  const form = new URLSearchParams(
    pairs.map((pair): [string, string] => [pair.name, pairText(pair, source)]),
  );
  return { body: form.toString(), contentType: 'application/x-www-form-urlencoded' };
}
