import { access, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, test } from 'vitest';

import type { RecordDefinition } from '#store/records/define.ts';
import { records } from '#store/records/index.ts';
import { renderRecords } from '#test/support/render-records.ts';
import { root } from '#test/support/root.ts';

const page = path.join(root, 'docs/records.md');
const mark =
  '<!-- Below this line the page is made from adapters/store/records/: npx vitest run test/adapters/store/records -u -->';
const definitions: readonly (readonly [string, RecordDefinition])[] = Object.entries(records);

test('docs/records.md tells every record as it is defined, and nothing else', async () => {
  const [written = ''] = (await readFile(page, 'utf8')).split(mark);
  await expect(`${written}${mark}\n\n${renderRecords(records)}\n`).toMatchFileSnapshot(page);
});

test('no two records have the same keys', () => {
  const templates = definitions.map(([, { key }]) => key.template);
  expect(new Set(templates).size).toBe(templates.length);
});

const names = Object.keys(records) as (keyof typeof records)[];

test.each(names)('%s describes its fields', (name) => {
  const record: RecordDefinition = records[name];
  const fields = 'fields' in record ? Object.entries(record.fields.shape) : [];
  expect(fields.filter(([, field]) => !field.description).map(([field]) => field)).toEqual([]);
});

test.each(names)('%s is written by files that there are', async (name) => {
  const { writers }: RecordDefinition = records[name];
  await Promise.all(writers.map((file) => access(path.join(root, 'adapters/store', file))));
  expect(writers).not.toEqual([]);
});

test('every script writes a record', async () => {
  const scripts = (await readdir(path.join(root, 'adapters/store/scripts'))).map((file) => `scripts/${file}`);
  const writers = new Set(definitions.flatMap(([, record]) => record.writers));
  expect(scripts.filter((file) => !writers.has(file))).toEqual([]);
});
