import { isList, isRecord, type JsonValue } from '#domain/json-value.ts';
import type { DeliveryDocument } from '../document/delivery-document.ts';

/** A name, an index, or `[]` for each item of a list. */
export type Step = string | number | typeof each;
export const each = Symbol('each');

export type Kind = 'text' | 'number' | 'truth' | 'list' | 'object';

/** A value of deliveries in CEL, and what the samples have there. */
export interface Place {
  /** Such as `body.order.status`; of the items of a list, `i.sku`. */
  readonly cel: string;
  /** The condition that holds if the objects around the value are there; in it, `own` holds where the value is. */
  readonly around: readonly string[];
  readonly own: readonly string[];
  /** The list whose items are tested. */
  readonly list: string | null;
  /** It is named on its own, and stands at the top of the body: all kinds of events have that. */
  readonly isLoose: boolean;
  /** A sample has null there. */
  readonly isNullable: boolean;
  /** The one kind that all samples have; null where none has it, or they differ. */
  readonly kind: Kind | null;
  readonly values: readonly JsonValue[];
  readonly name: string;
}

/** A place that the samples say nothing of. */
export const placeOf = (cel: string, details: Partial<Place> = {}): Place => ({
  cel,
  around: [],
  own: [],
  list: null,
  isLoose: true,
  isNullable: false,
  kind: null,
  values: [],
  name: cel,
  ...details,
});

const reserved =
  /^(?:true|false|null|in|as|break|const|continue|else|for|function|if|import|let|loop|package|namespace|return|var|void|while)$/;
const isName = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name) && !reserved.test(name);

const memberOf = (of: string, name: string): string =>
  isName(name) ? `${of}.${name}` : `${of}[${JSON.stringify(name)}]`;
const presenceOf = (of: string, name: string): string =>
  isName(name) ? `has(${of}.${name})` : `${JSON.stringify(name)} in ${of}`;

/** The place of steps below the body, guarded step by step. Null for lists in lists. */
export function placeOfSteps(steps: readonly Step[], documents: readonly DeliveryDocument[]): Place | null {
  if (steps.filter((step) => step === each).length > 1) return null;
  const found = (at: number) => documents.flatMap(({ root }) => valuesAt(root, steps.slice(0, at)));
  const around: string[] = [];
  const own: string[] = [];
  let [cel, list]: [string, string | null] = ['body', null];
  for (const [at, step] of steps.entries()) {
    if (found(at).includes(null)) (list === null ? around : own).push(`${cel} != null`);
    if (step === each) [list, cel] = [cel, 'i'];
    else {
      const isIndex = typeof step === 'number';
      const guards = list === null && at < steps.length - 1 ? around : own;
      guards.push(isIndex ? `size(${cel}) > ${step}` : presenceOf(cel, step));
      cel = isIndex ? `${cel}[${step}]` : memberOf(cel, step);
    }
  }
  const all = found(steps.length);
  const values = all.filter((value) => value !== null);
  const name = steps.findLast((step) => typeof step === 'string') ?? '';
  const details = { isLoose: steps.length === 1, isNullable: all.includes(null), kind: kindOf(values) };
  return placeOf(cel, { around, own, list, ...details, values, name });
}

/** The values at a path; none where it leads nowhere. */
export function valuesAt(
  value: JsonValue | undefined,
  [step, ...rest]: readonly Step[],
): readonly JsonValue[] {
  if (value === undefined || step === undefined) return value === undefined ? [] : [value];
  if (step === each) return isList(value) ? value.flatMap((item) => valuesAt(item, rest)) : [];
  if (typeof step === 'number') return isList(value) ? valuesAt(value[step], rest) : [];
  return isRecord(value) && Object.hasOwn(value, step) ? valuesAt(value[step], rest) : [];
}

export function kindOf(values: readonly JsonValue[]): Kind | null {
  const kinds = new Set(values.filter((value) => value !== null).map(kindOfOne));
  const [kind = null] = kinds;
  return kinds.size === 1 ? kind : null;
}

function kindOfOne(value: JsonValue): Kind {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'truth';
  return isList(value) ? 'list' : isRecord(value) ? 'object' : 'number';
}
