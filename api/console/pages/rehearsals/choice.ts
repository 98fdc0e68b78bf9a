import { DomainError } from '#domain/domain-error.ts';
import { isRecord, parseJson } from '#domain/json-value.ts';
import { rehearsedMax } from '#api/operations/rehearsals/new-rehearsal.ts';
import { momentOfField } from '../../parts/local-time.ts';
import { numberOfField } from '../automations/number-of-field.ts';

/** The fields of the form that starts a rehearsal, by the paths of these members in the API. */
const fieldNames = [
  'deliveries.limit',
  'deliveries.from',
  'deliveries.to',
  'reads',
  'budget.amountMicros',
  'budget.tokens',
] as const;
type FieldName = (typeof fieldNames)[number];

/** A change, and what it is to be rehearsed on, as it is typed. */
export interface Choice {
  readonly change: object;
  /** That delivery alone; empty for a selection. */
  readonly deliveryId: string;
  /** Those that failed for it; empty for others. */
  readonly causeId: string;
  readonly fields: Readonly<Record<FieldName, string>>;
}

interface Only {
  readonly delivery?: string | undefined;
  readonly cause?: string | undefined;
}

const begun: Choice['fields'] = {
  'deliveries.limit': '100',
  'deliveries.from': '',
  'deliveries.to': '',
  reads: 'recorded',
  'budget.amountMicros': '1',
  'budget.tokens': '2000000',
};

export const newChoice = (change: object, { delivery = '', cause = '' }: Only = {}): Choice => ({
  change,
  deliveryId: delivery,
  causeId: cause,
  fields: { ...begun, ...(cause !== '' && { 'deliveries.limit': String(rehearsedMax) }) },
});

/** Throws INVALID_REQUEST. */
export function choiceOfForm(form: URLSearchParams): Choice {
  const change = parseJson(form.get('change') ?? '')?.value;
  if (!isRecord(change)) throw new DomainError('INVALID_REQUEST', 'The form has no change');
  const typed = fieldNames.map((name) => [name, form.get(name) ?? ''] as const);
  const fields = Object.fromEntries(typed) as Choice['fields'];
  return { change, deliveryId: form.get('delivery') ?? '', causeId: form.get('cause') ?? '', fields };
}

const microsOfDollar = 1_000_000;

/** The same as the body of a request; what is wrong in it, the operation says. */
export function bodyOfChoice({ change, deliveryId, causeId, fields }: Choice, timeZone: string): object {
  const from = momentOfField(fields['deliveries.from'], timeZone);
  const to = momentOfField(fields['deliveries.to'], timeZone);
  const dollars = numberOfField(fields['budget.amountMicros']);
  const selected = {
    limit: numberOfField(fields['deliveries.limit']),
    ...(causeId !== '' && { causeId }),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
  };
  return {
    ...change,
    deliveries: deliveryId === '' ? selected : { ids: [deliveryId] },
    reads: fields.reads,
    budget: {
      amountMicros: typeof dollars === 'number' ? Math.round(dollars * microsOfDollar) : dollars,
      tokens: numberOfField(fields['budget.tokens']),
    },
  };
}
