import { defaultRetryPolicy } from '#contracts/retry.ts';
import { budgetFieldNames, budgetOfFields, typedBudget } from './budget-content.ts';
import { type ExpectedRow, expectedRowsOf, expectsOfRows, typedExpects } from './expects-fields.ts';
import { schemaOfField, typedSchema } from './answer-schema-field.ts';
import { formOfFields, typedForm } from './form-content.ts';
import { numberOfField } from './number-of-field.ts';
import { pickerOf } from './picker.ts';
import type { ShownAutomation } from './shown-automation.ts';

/** The fields of the form of an automation, by the paths of these members in the API. */
const fieldNames = [
  'name',
  'instructions',
  'filter',
  'condition',
  'agentId',
  'sender',
  'eventIdFrom',
  'burst',
  'order',
  'readsEarlierRuns',
  'withoutPayloadDedupe',
  ...budgetFieldNames,
  'retry.tries',
  'retry.withinMinutes',
  'retry.honorsIdempotencyKey',
  'model.main',
  'model.fallback',
  'model.filter',
  'model.effort',
  'model.maxOutputTokens',
  'form.redirectUrl',
  'form.text',
  'form.honeypot',
  'form.origins',
] as const;
export type FieldName = (typeof fieldNames)[number];
export type AutomationFields = Readonly<Record<FieldName, string>> & {
  /** Null: as they are stored. */
  readonly expects: readonly ExpectedRow[] | null;
  readonly answerSchema: string | null;
};

const flag = (on: boolean | undefined) => (on ? 'true' : '');

const textsOf = (form: Readonly<Partial<AutomationFields>>): AutomationFields => {
  const texts = Object.fromEntries(fieldNames.map((name) => [name, form[name] ?? '']));
  return {
    ...(texts as Record<FieldName, string>),
    expects: form.expects ?? null,
    answerSchema: form.answerSchema ?? null,
  };
};

export const blankFields = (given: Partial<AutomationFields> = {}): AutomationFields =>
  textsOf({ ...retryFields(defaultRetryPolicy), sender: 'generic', ...given });

export function fieldsOfForm(form: URLSearchParams): AutomationFields {
  return {
    ...textsOf(Object.fromEntries(form)),
    condition: pickerOf(form).condition,
    expects: expectedRowsOf(form),
    answerSchema: form.get('answerSchema'),
  };
}

export function fieldsOfAutomation({
  model,
  retry,
  filter,
  condition,
  form,
  budget,
  eventIdFrom,
  payloadDedupe,
  expects,
  answerSchema,
  readsEarlierRuns,
  ...texts
}: ShownAutomation): AutomationFields {
  const { maxOutputTokens, ...models } = model ?? {};
  const ofModel = {
    ...models,
    ...(maxOutputTokens !== undefined && { maxOutputTokens: `${maxOutputTokens}` }),
  };
  return textsOf({
    ...texts,
    filter: filter ?? '',
    condition: condition ?? '',
    expects: typedExpects(expects),
    answerSchema: typedSchema(answerSchema),
    readsEarlierRuns: flag(readsEarlierRuns),
    ...retryFields(retry),
    ...typedForm(form),
    ...typedBudget(budget),
    eventIdFrom: eventIdFrom ?? '',
    withoutPayloadDedupe: flag(!payloadDedupe),
    ...Object.fromEntries(Object.entries(ofModel).map(([member, value]) => [`model.${member}`, value])),
  });
}

function retryFields(retry: ShownAutomation['retry']) {
  const { tries, withinMinutes, honorsIdempotencyKey } = { ...defaultRetryPolicy, ...retry };
  return {
    'retry.tries': `${tries}`,
    'retry.withinMinutes': `${withinMinutes}`,
    'retry.honorsIdempotencyKey': flag(honorsIdempotencyKey),
  };
}

/**
 * The fields as the body of a request; what is wrong in it, the operation says. A condition that is the stored one is left out: it
 * goes with its English.
 */
export function bodyOfFields(fields: AutomationFields, storedCondition: string | null = null) {
  const { name, instructions, filter, condition, expects, answerSchema, agentId } = fields;
  return {
    name,
    instructions,
    filter,
    ...(condition !== (storedCondition ?? '') && { condition }),
    ...(expects !== null && { expects: expectsOfRows(expects) }),
    ...(answerSchema !== null && { answerSchema: schemaOfField(answerSchema) }),
    ...(agentId !== '' && { agentId }),
    retry: {
      tries: numberOfField(fields['retry.tries']),
      withinMinutes: numberOfField(fields['retry.withinMinutes']),
      honorsIdempotencyKey: fields['retry.honorsIdempotencyKey'] === 'true',
    },
    model: modelOf(fields),
    form: formOfFields(fields),
    budget: budgetOfFields(fields),
    burst: fields.burst === 'hold' ? 'hold' : 'refuse',
    order: fields.order === 'reference' ? 'reference' : 'none',
    readsEarlierRuns: fields.readsEarlierRuns === 'true',
  };
}

function modelOf(fields: AutomationFields): object | null {
  const typed = {
    main: fields['model.main'].trim(),
    fallback: fields['model.fallback'].trim(),
    filter: fields['model.filter'].trim(),
    effort: fields['model.effort'],
    maxOutputTokens: numberOfField(fields['model.maxOutputTokens']),
  };
  const said = Object.entries(typed).filter(([, value]) => value !== '' && value !== undefined);
  return said.length === 0 ? null : Object.fromEntries(said);
}
