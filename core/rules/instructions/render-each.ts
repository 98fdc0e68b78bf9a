import { isList, isRecord, type JsonRecord } from '#domain/json-value.ts';
import { nameKey } from '../document/name-words.ts';
import { MissingValue, type Source } from './evaluate-value.ts';
import { findValue } from './find-value.ts';
import type { EachAction } from './program.ts';
import { type PlannedRequest, renderRequest } from './render-request.ts';

/** The requests for each object of a list, in its order; throws MissingValue where there is no such list. */
export function renderEach({ noun, actions }: EachAction, source: Source): readonly PlannedRequest[] {
  const { items, path } = itemsOf(noun, source);
  const requests = items.map((item) => {
    const scope = { noun, path, item };
    return actions.map((action) => renderRequest(action, scoped(source, scope)));
  });
  if (items.length > 1 && new Set(requests.map((each) => JSON.stringify(each))).size === 1)
    throw new MissingValue(`the requests for each ${noun} would all be the same`);
  return requests.flat();
}

function itemsOf(
  noun: string,
  { document }: Source,
): { readonly items: readonly JsonRecord[]; readonly path: string } {
  const found = findValue(document, { kind: 'field', words: noun.endsWith('s') ? noun : `${noun}s` });
  if (found.state === 'unknown') throw new MissingValue(found.problem);
  const { value, path } = found;
  const items = isList(value) ? value.filter(isRecord) : [];
  const isOfItems = isList(value) && items.length === value.length && !path.includes('[]');
  const isCalledSo = nameKey(path).endsWith(nameKey(noun));
  if (!isOfItems || !isCalledSo) throw new MissingValue(`${path} is not a list of ${noun}s`);
  return { items, path };
}

/** As the source, but its values are looked up in one item first; what is copied counts once for all. */
const scoped = (source: Source, scope: NonNullable<Source['scope']>): Source => ({
  document: source.document,
  requested: source.requested,
  used: source.used,
  scope,
  get charsLeft() {
    return source.charsLeft;
  },
  set charsLeft(chars) {
    source.charsLeft = chars;
  },
});
