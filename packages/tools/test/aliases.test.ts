import { expect, test } from 'vitest';
import { aliasesOf, findAlias } from '#tools/aliases.ts';
import { buildCatalogue } from '#tools/catalogue.ts';
import { loadTextTools } from '#tools/registry.ts';
import { searchCatalogue } from '#tools/search-catalogue.ts';

const { families, findTool } = await loadTextTools();

const { items } = buildCatalogue(families);
const ids = items.map(({ id }) => id);

test('every other name leads to a tool that takes its params, and is no id', () => {
  for (const id of ids) {
    for (const name of aliasesOf(id)) {
      expect(ids, name).not.toContain(name);
      const { params = {} } = findAlias(name)!;
      const tool = findTool(id)!;
      expect(tool.params.safeParse({ ...tool.example.params, ...params }).success, name).toBe(true);
    }
  }
  const named = new Set(ids.flatMap((id) => aliasesOf(id)));
  expect(named.size).toBeGreaterThan(100);
});

test('case, underscores and the dash of SHA do not count', () => {
  expect(findAlias('SHA-256')).toEqual({ id: 'hash-text', params: { algorithm: 'sha256' } });
  expect(findAlias(' Word_Count ')).toEqual({ id: 'count-text' });
  expect(findAlias('constructor')).toBeUndefined();
});

test('a search finds by family, words and other names, the best first', () => {
  const found = (query: { family?: string; q?: string }) => searchCatalogue(items, query).map(({ id }) => id);
  expect(found({})).toEqual(ids);
  expect(found({ family: 'hash' })).toEqual(
    families.find(({ id }) => id === 'hash')?.tools.map(({ id }) => id),
  );
  expect(found({ q: 'md5' })[0]).toBe('hash-text');
  expect(found({ q: 'base64' }).slice(0, 2)).toContain('base64-encode');
  expect(found({ q: 'Sort LINES' })[0]).toBe('sort-lines');
  expect(found({ family: 'json', q: 'sort' })[0]).toBe('json-sort-keys');
  expect(found({ q: 'nosuchword' })).toEqual([]);
  expect(found({ family: 'nosuchfamily' })).toEqual([]);
  expect(found({ q: '  ' })).toEqual(ids);
  expect(found({ q: '!!!' })).toEqual([]);
});

test('the type of each result is true of its example', () => {
  for (const { id, resultType, example } of items) {
    if (resultType === 'json') expect(() => JSON.parse(example.result) as unknown, id).not.toThrow();
    if (resultType === 'lines') expect(() => JSON.parse(example.result) as unknown, id).toThrow();
  }
  const typeOf = (id: string) => items.find((item) => item.id === id)?.resultType;
  expect(typeOf('count-text')).toBe('json');
  expect(typeOf('extract-emails')).toBe('lines');
  expect(typeOf('upper-case')).toBe('text');
});
