import type { TurnDelivery } from '#contracts/turn.ts';
import { isExactNumber, isList, isRecord, type JsonValue, scalarText } from '#domain/json-value.ts';
import { withoutSecretHeaders } from '#domain/delivery-headers.ts';
import { writeMember } from './cel/format.ts';
import { inputOf } from './judge-condition.ts';

/** A field of a delivery that a row of a condition may be made of. */
export interface PickableField {
  /** The place in the delivery: `body.items[0].sku`. */
  readonly place: string;
  /** The field of a row: `body.items[].sku`. Null for what no row reaches, such as a list within a list. */
  readonly field: string | null;
  readonly kind: 'text' | 'number' | 'constant';
  /** The value as it is written in the delivery. */
  readonly value: string;
}

const fieldsMax = 300;

/** The fields of a delivery that have a value, in its order; only the first 300. */
export function pickableFields(delivery: TurnDelivery): {
  readonly fields: readonly PickableField[];
  readonly isCut: boolean;
} {
  const { document, event } = inputOf(delivery);
  const { root, kind, text, headers, facts } = document;
  const sources: Readonly<Record<string, JsonValue | null | undefined>> = {
    event,
    reference: facts['reference'],
    body: root,
    text: kind === 'text' ? text : null,
    headers: withoutSecretHeaders(headers),
  };
  const fields: PickableField[] = [];
  for (const [name, value] of Object.entries(sources))
    for (const field of value == null ? [] : leaves(value, { place: name, field: name })) {
      if (fields.length === fieldsMax) return { fields, isCut: true };
      fields.push(field);
    }
  return { fields, isCut: false };
}

interface At extends Pick<PickableField, 'place' | 'field'> {
  readonly isInList?: boolean;
}

/** A longer place is passed over: places repeat the names above them, and a name may be huge. */
const placeCharsMax = 500;

function* leaves(value: JsonValue, at: At): Generator<PickableField> {
  const { place, field, isInList = false } = at;
  if (place.length > placeCharsMax) return;
  if (isList(value))
    for (const [index, item] of value.entries())
      yield* leaves(item, {
        place: `${place}[${index}]`,
        field: field === null || isInList ? null : `${field}[]`,
        isInList: true,
      });
  else if (isRecord(value))
    for (const [name, member] of Object.entries(value)) {
      const step = writeMember(name);
      yield* leaves(member, { ...at, place: place + step, field: field === null ? null : field + step });
    }
  else yield { place, field, kind: kindOf(value), value: scalarText(value) ?? '' };
}

function kindOf(value: JsonValue): PickableField['kind'] {
  if (typeof value === 'string') return 'text';
  return typeof value === 'number' || isExactNumber(value) ? 'number' : 'constant';
}
