import type { AnswerSchema } from '#contracts/answer-schema.ts';
import type { Plan } from '#contracts/plan.ts';
import { parseJson } from '#domain/json-value.ts';
import { certainMistake, type Skeleton } from '../answer-schema/certain-mistake.ts';
import type { Expression, Local } from '../cel/expression.ts';
import { type JsonTemplate, readJson } from './read-request.ts';
import { type Place, readPart, readTemplate, refuse, type Template } from './template.ts';

/** A part of an answer; `json`: where the automation has a schema, it is JSON whose texts are filled in. */
export type CompiledText = { readonly when: Expression | null } & (
  | { readonly text: Template }
  | { readonly json: JsonTemplate }
);

export function readAnswer(
  slots: Place['slots'],
  answer: Plan['answer'],
  schema: AnswerSchema | null,
): readonly CompiledText[] {
  const place = { path: 'answer', scope: new Map<string, Local>(), slots };
  const read = (at: Place, text: string) =>
    schema === null ? { text: readText(at, text) } : { json: readJsonText(at, text, schema) };
  if (answer === null)
    return schema === null ? [] : refuse(place, '', 'The automation has an answerSchema.', exampleOfJson);
  if (typeof answer === 'string') return [{ when: null, ...read(place, answer) }];
  if (schema !== null && answer.filter(({ when }) => when === undefined).length > 1)
    refuse(place, '', 'With an answerSchema one text is said.', 'a condition for each text');
  return answer.map(({ when, text }, index) => {
    const inside = (member: string) => ({ ...place, path: `answer[${index}].${member}` });
    return {
      when: when === undefined ? null : readPart(inside('when'), when),
      ...read(inside('text'), text),
    };
  });
}

function readText(place: Place, text: string): Template {
  const template = readTemplate(place, text);
  return template.some((part) => typeof part === 'object' && 'secret' in part)
    ? refuse(place, text, 'Secrets are for requests.', 'an answer without one')
    : template;
}

const exampleOfJson = 'JSON as text, such as {"id": "{{body.id}}"}';

/** A value that is filled in stays within its text: it cannot become a part of the JSON around it. */
function readJsonText(place: Place, text: string, schema: AnswerSchema): JsonTemplate {
  const parsed = parseJson(text);
  if (parsed === null)
    return refuse(place, text, 'The automation has an answerSchema: its answer is JSON.', exampleOfJson);
  const json = readJson(place, parsed.value, readText);
  const mistake = certainMistake(schema, skeletonOf(json, ''));
  return mistake === null
    ? json
    : refuse(place, text, `It does not fit the answerSchema: ${mistake}`, 'JSON of it');
}

function skeletonOf(template: JsonTemplate, pointer: string): Skeleton {
  switch (template.kind) {
    case 'literal':
      return { value: JSON.parse(JSON.stringify(template.value)), anything: [], texts: [] };
    case 'text':
      return skeletonOfText(template.template, pointer);
    case 'list': {
      const items = template.items.map((item, at) => skeletonOf(item, `${pointer}/${at}`));
      return { value: items.map(({ value }) => value), ...placesOf(items) };
    }
    case 'object': {
      const members = template.members.map(([name, member]) => {
        const at = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        return [name, skeletonOf(member, at)] as const;
      });
      const value = Object.fromEntries(members.map(([name, member]) => [name, member.value]));
      return { value, ...placesOf(members.map(([, member]) => member)) };
    }
  }
}

const placesOf = (parts: readonly Skeleton[]) => ({
  anything: parts.flatMap(({ anything }) => anything),
  texts: parts.flatMap(({ texts }) => texts),
});

/** A text that is one expression keeps the type of its value. */
function skeletonOfText(template: Template, pointer: string): Skeleton {
  const literals = template.filter((part) => typeof part === 'string');
  if (literals.length === template.length) return { value: literals.join(''), anything: [], texts: [] };
  return template.length === 1
    ? { value: null, anything: [pointer], texts: [] }
    : { value: '', anything: [], texts: [pointer] };
}
