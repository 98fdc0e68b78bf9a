import { jsonpath, type JSONValue } from 'json-p3';

import type { BodySearch, SearchAnswer } from '#contracts/body-search.ts';
import { pointerOf, valueAtParts } from '#domain/json-pointer.ts';
import { isList, isRecord, type JsonValue } from '#domain/json-value.ts';
import { aggregate } from './aggregate.ts';
import { createMatchPage, lineText } from './match-page.ts';

type Query = Extract<BodySearch, { kind: 'query' }>;
type Parts = readonly (string | number)[];

/** Carries out a JSONPath query (RFC 9535). Filters compare numbers as doubles; what is selected keeps its spelling. */
export function queryJson(root: JsonValue, { path, aggregate: kind, ...window }: Query): SearchAnswer {
  const selected = select(root, path);
  if (!Array.isArray(selected)) return { kind: 'refused', message: selected.message };
  const found = selected.map((parts) => ({ parts, value: valueAtParts(root, parts) ?? null }));
  if (kind !== null)
    return aggregate(
      kind,
      found.map(({ value }) => value),
      window,
    );
  const page = createMatchPage(window);
  for (const { parts, value } of found)
    page.add(() => ({ at: lineText(pointerOf(parts)), ...shownValue(value) }));
  return page.page();
}

function select(root: JsonValue, path: string): Parts[] | { readonly message: string } {
  try {
    // Exact numbers are objects of their own, which no filter compares.
    return jsonpath.query(path, JSON.parse(JSON.stringify(root)) as JSONValue).locations();
  } catch (error) {
    if (!(error instanceof jsonpath.JSONPathError)) throw error;
    return { message: `The query is no JSONPath (RFC 9535): ${error.message}.` };
  }
}

/** A list or an object that is too long for a line is told by its size: it can be read by its pointer. */
function shownValue(value: JsonValue): object {
  if (typeof value === 'string') return { value: lineText(value) };
  const text = JSON.stringify(value);
  if (lineText(text) === text) return { value };
  if (isList(value)) return { items: value.length };
  return isRecord(value)
    ? { members: Object.keys(value).length, begins: lineText(text) }
    : { value: lineText(text) };
}
