import { describeField } from '../condition/describe-condition.ts';
import { isRecord } from '#domain/json-value.ts';
import { describeValue } from './evaluate-value.ts';
import { fillTemplate } from './template-parts.ts';
import type { Action, JsonTemplate, Payload, RequestAction, Template, UrlTemplate } from './program.ts';

/** What an action does, in plain words: `sends POST to https://… with members order_id and total`. */
export function describeAction(action: Action): string {
  switch (action.kind) {
    case 'request':
      return describeRequest(action);
    case 'reply':
      return `answers ${JSON.stringify(describeTemplate(action.template))}`;
    case 'report':
      return `reports ${listed(action.fields.map(({ name }) => name))}`;
    case 'report-answer':
      return 'reports what the request before it brought back';
    case 'summarise':
      return `summarises ${action.field === null ? 'the delivery' : describeField(action.field)}${action.isOneSentence ? ' in one sentence' : ''}`;
    case 'each':
      return `for each ${action.noun} ${action.actions.map(describeAction).join(', then ')}`;
    case 'nothing':
      return 'does nothing';
  }
}

function describeRequest({ method, url, query, headers, payload }: RequestAction): string {
  const names = [...url.query, ...query].map(([name]) => name);
  const parts = [
    ...(payload === null ? [] : [describePayload(payload)]),
    ...(names.length === 0 ? [] : [counted('parameter', names)]),
    ...(headers.length === 0
      ? []
      : [
          counted(
            'header',
            headers.map(([name]) => name),
          ),
        ]),
  ];
  return `sends ${method} to ${describeUrl(url)}${parts.length === 0 ? '' : ` with ${parts.join(', and ')}`}`;
}

function describePayload(payload: Payload): string {
  switch (payload.kind) {
    case 'whole':
      return 'the delivery as it came';
    case 'summary':
      return 'a summary of the delivery';
    case 'text':
      return `the text ${JSON.stringify(describeTemplate(payload.template))}`;
    case 'json':
      return describeJson(payload.value);
    case 'pairs':
      return counted(
        payload.encoding === 'form' ? 'form field' : 'member',
        payload.pairs.map(([name]) => name),
      );
  }
}

function describeJson(template: JsonTemplate): string {
  if (template.kind === 'object' && template.members.length > 0)
    return counted(
      'member',
      template.members.map(([name]) => name),
    );
  const isEmpty =
    template.kind === 'object' ||
    (template.kind === 'literal' && isRecord(template.value)) ||
    (template.kind === 'list' && template.items.length === 0);
  return isEmpty ? 'empty JSON' : 'JSON';
}

const describeUrl = ({ origin, segments }: UrlTemplate): string =>
  `${origin}${segments.map((segment) => `/${describeTemplate(segment)}`).join('')}`;

const describeTemplate = (template: Template): string =>
  fillTemplate(template, String, (value) => `{{${describeValue(value)}}}`);

const counted = (noun: string, names: readonly string[]): string =>
  `${noun}${names.length === 1 ? '' : 's'} ${listed(names)}`;

/** "a", "a and b", "a, b and c". */
function listed(names: readonly string[]): string {
  const unique = [...new Set(names)];
  const last = unique.at(-1) ?? 'nothing';
  return unique.length < 2 ? last : `${unique.slice(0, -1).join(', ')} and ${last}`;
}
