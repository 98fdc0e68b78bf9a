import type { JsonTemplate, Pair, Payload, RequestAction, Template } from './program.ts';

/** Does a delivery fill anything of a request? */
export const isFilled = ({ url, query, payload }: RequestAction): boolean =>
  url.segments.some(hasValue) ||
  url.query.some(({ value }) => value !== null && hasValue(value)) ||
  query.some(isFilledPair) ||
  (payload !== null && isFilledPayload(payload));

const hasValue = (template: Template): boolean =>
  template.some((part) => typeof part !== 'string' && !('secret' in part));
const isFilledPair = ({ value }: Pair): boolean => isFilledJson(value);

function isFilledPayload(payload: Payload): boolean {
  switch (payload.kind) {
    case 'whole':
    case 'summary':
      return false;
    case 'text':
      return hasValue(payload.template);
    case 'json':
      return isFilledJson(payload.value);
    case 'pairs':
      return payload.pairs.some(isFilledPair);
  }
}

function isFilledJson(template: JsonTemplate): boolean {
  switch (template.kind) {
    case 'text':
      return hasValue(template.template);
    case 'value':
      return true;
    case 'word':
    case 'literal':
      return false;
    case 'list':
      return template.items.some(isFilledJson);
    case 'object':
      return template.members.some(([, member]) => isFilledJson(member));
  }
}
