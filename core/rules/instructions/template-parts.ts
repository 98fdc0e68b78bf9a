import { secretPlaceholder } from '#domain/named-secret.ts';
import type { JsonTemplate, Pair, Payload, RequestAction, Template, Value } from './program.ts';

/** Everything in a request that may be filled in, and the literal text between. Names are literal and no part of it. */
const partsOf = ({ url, query, headers, payload }: RequestAction): Template => [
  ...url.segments.flat(),
  ...url.query.flatMap(([, value]) => value ?? []),
  ...partsOfPairs([...query, ...headers]),
  ...(payload === null ? [] : partsOfPayload(payload)),
];

const partsOfPairs = (pairs: readonly Pair[]): Template => pairs.flatMap(([, value]) => partsOfJson(value));

function partsOfPayload(payload: Payload): Template {
  if (payload.kind === 'pairs') return partsOfPairs(payload.pairs);
  if (payload.kind === 'json') return partsOfJson(payload.value);
  return payload.kind === 'text' ? payload.template : [];
}

function partsOfJson(template: JsonTemplate): Template {
  switch (template.kind) {
    case 'text':
      return template.template;
    case 'value':
      return [template.value];
    case 'list':
      return template.items.flatMap(partsOfJson);
    case 'object':
      return partsOfPairs(template.members);
    case 'word':
    case 'literal':
      return [];
  }
}

/** Does a delivery fill anything of these? */
export const hasValue = (template: Template): boolean =>
  template.some((part) => typeof part !== 'string' && 'field' in part);

export const isFilled = (request: RequestAction): boolean => hasValue(partsOf(request));

/** How many places for secrets the owner wrote into a request. */
export const countSecretPlaces = (request: RequestAction): number =>
  partsOf(request).filter((part) => typeof part !== 'string' && 'secret' in part).length;

/** A template as text. The places of secrets stay: egress fills them in. */
export const fillTemplate = (
  template: Template,
  ofLiteral: (text: string) => string,
  ofValue: (value: Value) => string,
): string =>
  template
    .map((part) => {
      if (typeof part === 'string') return ofLiteral(part);
      return 'secret' in part ? secretPlaceholder(part.secret) : ofValue(part);
    })
    .join('');
