import { secretNamesIn } from '../../domain/named-secret.ts';
import type { JsonTemplate, Payload, RequestAction, Template } from './program.ts';

/** How many places for secrets the owner wrote into a request. */
export const countSecretPlaces = ({ url, query, headers, payload }: RequestAction): number =>
  sum([
    ...url.segments.map(inTemplate),
    ...url.query.map(({ value }) => (value === null ? 0 : inTemplate(value))),
    ...query.map(({ value }) => inJson(value)),
    ...headers.map(({ value }) => secretNamesIn(value).length),
    payload === null ? 0 : inPayload(payload),
  ]);

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

const inTemplate = (template: Template): number =>
  template.filter((part) => typeof part !== 'string' && 'secret' in part).length;

function inPayload(payload: Payload): number {
  switch (payload.kind) {
    case 'whole':
    case 'summary':
      return 0;
    case 'text':
      return inTemplate(payload.template);
    case 'json':
      return inJson(payload.value);
    case 'pairs':
      return sum(payload.pairs.map(({ value }) => inJson(value)));
  }
}

function inJson(template: JsonTemplate): number {
  switch (template.kind) {
    case 'text':
      return inTemplate(template.template);
    case 'list':
      return sum(template.items.map(inJson));
    case 'object':
      return sum(template.members.map(([, member]) => inJson(member)));
    case 'value':
    case 'word':
    case 'literal':
      return 0;
  }
}
