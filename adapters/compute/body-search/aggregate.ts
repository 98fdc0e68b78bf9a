import { Big } from 'big.js';

import type { Aggregate, Aggregated, SearchResult } from '#contracts/body-search.ts';
import { isExactNumber, type JsonValue } from '#domain/json-value.ts';
import { createMatchPage, lineText } from './match-page.ts';

/** As JSON and most senders write numbers, in a text or not. An exponent of any size would take any time. */
const decimal = /^-?\d{1,400}(?:\.\d{1,400})?(?:[eE][+-]?\d{1,2})?$/;
const averageDigits = 10;

/** Computes one value of all that a query selected, with every digit; `distinct` lists the different values. */
export function aggregate(
  kind: Aggregate,
  values: readonly JsonValue[],
  window: { readonly offset: number; readonly limit: number },
): SearchResult {
  if (kind === 'distinct') return distinct(values, window);
  const matches = values.length;
  if (kind === 'count')
    return { kind: 'aggregate', aggregate: kind, matches, others: 0, value: String(matches) };
  const numbers = values.map(numberOf).filter((number) => number !== null);
  const others = matches - numbers.length;
  const shared = { kind: 'aggregate', aggregate: kind, matches } as const;
  const isText = numbers.length === 0 && (kind === 'min' || kind === 'max');
  if (isText) return { ...shared, ...extremeText(kind, values) };
  return { ...shared, others, value: numbers.length === 0 && kind !== 'sum' ? null : compute(kind, numbers) };
}

function compute(
  kind: Exclude<Aggregated['aggregate'], 'count' | 'distinct'>,
  numbers: readonly Big[],
): string {
  const sum = () => numbers.reduce((total, number) => total.plus(number), new Big(0));
  switch (kind) {
    case 'sum':
      return sum().toFixed();
    case 'average':
      return new Big(sum().div(numbers.length).toFixed(averageDigits)).toFixed();
    case 'min':
      return numbers.reduce((least, number) => (number.lt(least) ? number : least)).toFixed();
    case 'max':
      return numbers.reduce((most, number) => (number.gt(most) ? number : most)).toFixed();
  }
}

/** The first or last of texts in the order of their characters, which is that of ISO dates. */
function extremeText(
  kind: 'min' | 'max',
  values: readonly JsonValue[],
): Pick<Aggregated, 'others' | 'value'> {
  const texts = values.filter((value) => typeof value === 'string');
  const first = texts.reduce<string | null>(
    (best, text) => (best === null || (kind === 'min' ? text < best : text > best) ? text : best),
    null,
  );
  return { others: values.length - texts.length, value: first === null ? null : lineText(first) };
}

function distinct(values: readonly JsonValue[], window: { readonly offset: number; readonly limit: number }) {
  const counts = new Map<string, { readonly value: JsonValue; count: number }>();
  for (const value of values) {
    const text = JSON.stringify(value);
    const known = counts.get(text) ?? { value, count: 0 };
    known.count += 1;
    counts.set(text, known);
  }
  const page = createMatchPage(window);
  for (const [text, { value, count }] of [...counts].toSorted(([, a], [, b]) => b.count - a.count))
    page.add(() => ({ count, ...(lineText(text) === text ? { value } : { begins: lineText(text) }) }));
  return page.page();
}

function numberOf(value: JsonValue): Big | null {
  const text = isExactNumber(value) ? value.rawJSON : typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && decimal.test(text.trim()) ? new Big(text.trim()) : null;
}
