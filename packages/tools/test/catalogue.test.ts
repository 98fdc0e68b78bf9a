import { readdirSync } from 'node:fs';

import { expect, test } from 'vitest';
import { buildCatalogue } from '#tools/catalogue.ts';
import { loadTextTools } from '#tools/registry.ts';
import { call } from './call.ts';

const { families } = await loadTextTools();

const { items } = buildCatalogue(families);

test('ids are kebab-case and unique', () => {
  expect(items.map(({ id }) => id).filter((id) => !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id))).toEqual([]);
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
});

test('params are camelCase, described, and nothing else is allowed', () => {
  for (const { id, params } of items) {
    const schema = params as {
      additionalProperties: unknown;
      properties: Record<string, { description?: string }>;
    };
    expect(schema.additionalProperties, id).toBe(false);
    for (const [name, { description }] of Object.entries(schema.properties)) {
      expect(name, id).toMatch(/^[a-z][A-Za-z0-9]*$/);
      expect(description, `${id}.${name}`).toMatch(/\S/);
    }
  }
});

test('every entry has a family, a title, and a summary that is a sentence', () => {
  const known = families.map(({ id }) => id);
  for (const { id, family, title, summary } of items) {
    expect(known, id).toContain(family);
    expect(title, id).not.toBe('');
    expect(summary, id).toMatch(/^[A-Z0-9].*\.$/s);
  }
});

test('every file beside the folders of text/ holds tools of the catalogue', async () => {
  const listed = new Set<unknown>(families.flatMap(({ tools }) => tools));
  const folder = new URL('../text/', import.meta.url);
  for (const { name } of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())) {
    const exported = Object.values((await import(new URL(name, folder).href)) as object);
    expect(
      exported.some((value) => Array.isArray(value) && value.some((tool) => listed.has(tool))),
      name,
    ).toBe(true);
  }
});

test('the view survives JSON unchanged', () => {
  expect(JSON.parse(JSON.stringify({ items }))).toEqual({ items });
});

test.each(items.map(({ id, example }) => ({ id, example })))(
  '$id: the example gives its result',
  async ({ id, example }) => {
    expect(await call(id, example.params)).toBe(example.result);
  },
);
