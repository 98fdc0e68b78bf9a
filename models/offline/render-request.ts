import type { DeliveryDocument } from '../../domain/delivery-document.ts';
import type { JsonRecord } from '../../domain/json-value.ts';
import type { JsonTemplate, Pair, Payload, RequestAction } from './program.ts';
import {
  MissingValue,
  renderJson,
  renderQueryValue,
  renderSegment,
  renderText,
  scalar,
  textOf,
} from './render.ts';
import { summarise } from './summary.ts';

/** A request with everything filled in. */
export interface PlannedRequest {
  readonly method: RequestAction['method'];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Fills a request from the delivery; throws MissingValue where the delivery lacks a value. */
export function renderRequest(action: RequestAction, document: DeliveryDocument): PlannedRequest {
  const { body, contentType } = renderPayload(action.payload, document);
  const hasContentType = Object.keys(action.headers).some((name) => name.toLowerCase() === 'content-type');
  return {
    method: action.method,
    url: renderUrl(action, document),
    headers: {
      ...(contentType !== null && !hasContentType && { 'content-type': contentType }),
      ...action.headers,
    },
    body,
  };
}

function renderUrl({ url, query }: RequestAction, document: DeliveryDocument): string {
  const path = url.segments.map((segment) => `/${renderSegment(document, segment)}`).join('');
  const pairs = [
    ...url.query.map(({ name, value }) => `${name}=${renderQueryValue(document, value)}`),
    ...query.map(
      (pair) => `${encodeURIComponent(pair.name)}=${encodeURIComponent(pairText(pair, document))}`,
    ),
  ];
  return `${url.origin}${path === '' ? '/' : path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
}

function pairText({ value }: Pair, document: DeliveryDocument): string {
  const rendered = renderJson(document, value);
  return value.kind === 'field' ? scalar(rendered, value.field) : textOf(rendered);
}

interface Body {
  readonly body: string | null;
  readonly contentType: string | null;
}

function renderPayload(payload: Payload | null, document: DeliveryDocument): Body {
  if (payload === null) return { body: null, contentType: null };
  switch (payload.kind) {
    case 'whole':
      return renderWhole(document);
    case 'summary':
      return asJson({ summary: summarise(document) });
    case 'text':
      return { body: renderText(document, payload.template), contentType: 'text/plain; charset=utf-8' };
    case 'json':
      return { body: JSON.stringify(renderJson(document, payload.value)), contentType: 'application/json' };
    case 'pairs':
      return payload.encoding === 'form'
        ? asForm(payload.pairs, document)
        : asJson(record(payload.pairs, document));
  }
}

function renderWhole({ kind, text, contentType }: DeliveryDocument): Body {
  // Requests carry text; bytes that are none would arrive changed.
  if (kind === 'binary') throw new MissingValue('the delivery is binary and cannot be passed on as text');
  return { body: text, contentType: contentType ?? (kind === 'json' ? 'application/json' : null) };
}

const asJson = (value: JsonRecord): Body => ({
  body: JSON.stringify(value),
  contentType: 'application/json',
});

const record = (pairs: readonly Pair[], document: DeliveryDocument): JsonRecord =>
  Object.fromEntries(
    pairs.map(({ name, value }: { name: string; value: JsonTemplate }) => [
      name,
      renderJson(document, value),
    ]),
  );

function asForm(pairs: readonly Pair[], document: DeliveryDocument): Body {
  const form = new URLSearchParams(
    pairs.map((pair): [string, string] => [pair.name, pairText(pair, document)]),
  );
  return { body: form.toString(), contentType: 'application/x-www-form-urlencoded' };
}
