import type { CalledOperation } from '#contracts/api.ts';
import type { PlanStep } from '#contracts/plan.ts';
import { isExactNumber, type JsonValue } from '#domain/json-value.ts';
import { secretNamesIn } from '#domain/named-secret.ts';
import { at, fillText, fillUrlPart, jsonOf, type Rendering, Unfilled } from './fill.ts';
import type { BodyTemplate, JsonTemplate, RequestTemplate } from './read-request.ts';
import { isExpression, type Template } from './template.ts';
import type { UrlTemplate } from './read-url.ts';

/** A request with everything filled in. */
export interface PlannedRequest {
  readonly method: PlanStep['request']['method'];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** The operation of an API that the request was written by. */
  readonly operation?: CalledOperation;
}

/** Egress sends no more. */
const urlCharsMax = 8_192;
const bodyBytesMax = 1 << 20;

/** Fills a request of the step of that number; throws Unfilled where the delivery does not have what it needs. */
export function renderRequest(
  template: RequestTemplate,
  { run }: Pick<Rendering, 'run'>,
  number: number,
): PlannedRequest {
  const rendering = { run, secrets: [] };
  const url = at(`the URL of step ${number} cannot be filled`, () => renderUrl(template.url, rendering));
  const headers = template.headers.map(([name, value]) => [name, fillText(value, rendering)] as const);
  const isTyped = headers.some(([name]) => name.toLowerCase() === 'content-type');
  return at(`the body of step ${number} cannot be filled`, () => {
    const { body, contentType } = renderBody(template.body, rendering);
    const typed = isTyped || contentType === null ? [] : [['content-type', contentType] as const];
    const request = {
      method: template.method,
      url,
      headers: Object.fromEntries([...typed, ...headers]),
      body,
      ...(template.operation !== null && { operation: template.operation }),
    };
    checkSecrets(request, rendering.secrets);
    return request;
  });
}

/** Throws where the delivery has what would be read as the place of a secret: only a plan names those. */
function checkSecrets({ url, headers, body }: PlannedRequest, placed: readonly string[]): void {
  const names = [url, ...Object.values(headers), body ?? ''].flatMap(secretNamesIn);
  if (names.toSorted().join() !== placed.toSorted().join())
    throw new Unfilled('the delivery names a secret, which only a plan may do');
}

/** A value that would change the path itself is refused. */
function renderSegment(template: Template, rendering: Rendering): string {
  const segment = fillUrlPart(template, rendering);
  if (/^(?:\.|%2e){1,2}$/i.test(segment))
    throw new Unfilled(`${JSON.stringify(segment)} cannot be a part of a path`);
  return segment;
}

function renderUrl({ origin, segments, query }: UrlTemplate, rendering: Rendering): string {
  const path = segments.map((segment) => `/${renderSegment(segment, rendering)}`).join('');
  const pairs = query.map(([name, value]) =>
    value === null ? name : `${name}=${fillUrlPart(value, rendering)}`,
  );
  const url = `${origin}${path === '' ? '/' : path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
  if (url.length > urlCharsMax) throw new Unfilled(`it would have more than ${urlCharsMax} characters`);
  return url;
}

interface Body {
  readonly body: string | null;
  readonly contentType: string | null;
}

function renderBody(template: BodyTemplate | null, rendering: Rendering): Body {
  const rendered = template === null ? { body: null, contentType: null } : bodyOf(template, rendering);
  if (Buffer.byteLength(rendered.body ?? '') > bodyBytesMax)
    throw new Unfilled('it would be larger than 1 MB');
  return rendered;
}

function bodyOf(template: BodyTemplate, rendering: Rendering): Body {
  switch (template.kind) {
    case 'as-it-came':
      return asItCame(rendering);
    case 'json':
      return asJson(renderJson(template.value, rendering));
    case 'form': {
      const pairs = template.members.map(
        ([name, value]) => `${formEncoded(name)}=${fillText(value, rendering, formEncoded, formEncoded)}`,
      );
      return { body: pairs.join('&'), contentType: null };
    }
    case 'text':
      return renderText(template, rendering);
  }
}

/** In UTF-8, whatever it came in. */
function asItCame({ run: { input } }: Rendering): Body {
  const { kind, text, contentType } = input.document;
  // Requests carry text; bytes that are none would arrive changed.
  if (kind === 'binary') throw new Unfilled('the delivery is binary and cannot be passed on as text');
  if (text === '') throw new Unfilled('the delivery is empty');
  const byKind = kind === 'json' ? 'application/json' : 'text/plain; charset=utf-8';
  return { body: text, contentType: contentType?.replace(/charset=[^;]*/i, 'charset=utf-8') ?? byKind };
}

const asJson = (value: JsonValue): Body => ({ body: JSON.stringify(value), contentType: 'application/json' });

/** A text that is one expression: an object or a list goes as JSON. */
function renderText(
  { template, syntax }: Extract<BodyTemplate, { kind: 'text' }>,
  rendering: Rendering,
): Body {
  const only = wholeOf(template);
  const value = only === null || syntax !== 'none' ? null : jsonOf(only, rendering.run);
  if (typeof value === 'object' && value !== null && !isExactNumber(value)) return asJson(value);
  return { body: fillText(template, rendering, encoders[syntax]), contentType: 'text/plain; charset=utf-8' };
}

const formEncoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);
const encoders = {
  none: String,
  form: formEncoded,
  xml: (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`),
};

/** The expression that is all of a text. */
function wholeOf([first, ...others]: Template) {
  return isExpression(first) && others.length === 0 ? first : null;
}

export function renderJson(template: JsonTemplate, rendering: Rendering): JsonValue {
  switch (template.kind) {
    case 'text': {
      const only = wholeOf(template.template);
      return only === null ? fillText(template.template, rendering) : jsonOf(only, rendering.run);
    }
    case 'literal':
      return template.value;
    case 'list':
      return template.items.map((item) => renderJson(item, rendering));
    case 'object':
      return Object.fromEntries(
        template.members.map(([name, member]) => [name, renderJson(member, rendering)]),
      );
  }
}
