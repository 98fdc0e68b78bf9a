import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, it, test } from 'vitest';

import { dropUnusedIndexes } from '#bin/embedded/drop-unused-indexes.ts';
import { startTemporal } from '#bin/embedded/temporal.ts';
import { unpackFolder } from '#test/e2e/upgrade/stored-folder.ts';
import { releases } from '#test/support/releases.ts';
import { newDataDir } from '#test/support/temporary-folder.ts';

const used = [
  'by_parent_workflow_id',
  'by_root_workflow_id',
  'by_status',
  'by_task_queue',
  'by_temporal_namespace_division',
  'by_temporal_scheduled_by_id',
  'by_workflow_id',
  'by_workflow_type',
  'default_idx',
  ...Array.from({ length: 10 }, (_, index) => `by_keyword_${String(index + 1).padStart(2, '0')}`),
].toSorted();

function indexesOf(file: string): string[] {
  using database = new DatabaseSync(file);
  const sql =
    "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'executions_visibility' AND sql IS NOT NULL";
  const rows = database.prepare(sql).all();
  return rows.map(({ name }) => String(name)).toSorted();
}

const fileOf = (folder: string) => path.join(folder, 'temporal.db');

/** How often the id of its first run is in a file. */
function traces(file: string): number {
  using database = new DatabaseSync(file);
  const first = database.prepare('SELECT run_id FROM executions_visibility ORDER BY run_id LIMIT 1').get();
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  return readFileSync(file, 'latin1').split(String(first?.['run_id'])).length - 1;
}

it('a new server keeps the indexes that lists need, and no others', async () => {
  const dataDir = await newDataDir();
  const temporal = await startTemporal({ dataDir, endsWithUs: true, log: () => {} });
  await temporal.stop();
  expect(indexesOf(fileOf(dataDir))).toEqual(used);
});

test.each(await releases())(
  'the file of release %s loses the others and what they held, once',
  async (release) => {
    const file = fileOf((await unpackFolder(release)).dataDir);
    const said: string[] = [];
    const log = (sentence: string) => void said.push(sentence);
    expect(indexesOf(file)).toHaveLength(58);
    const before = traces(file);
    await dropUnusedIndexes(file, { log });
    expect(indexesOf(file)).toEqual(used);
    expect(traces(file)).toBeLessThanOrEqual(before - 39);
    await dropUnusedIndexes(file, { log });
    expect(indexesOf(file)).toEqual(used);
    expect(said).toEqual([]);
  },
);

it('goes on where it was stopped in between', async () => {
  const [release = ''] = await releases();
  const file = fileOf((await unpackFolder(release)).dataDir);
  const stop = new AbortController();
  const dropping = dropUnusedIndexes(file, { log: () => {}, signal: stop.signal });
  stop.abort();
  await dropping;
  expect(indexesOf(file)).toHaveLength(57);
  await dropUnusedIndexes(file, { log: () => {} });
  expect(indexesOf(file)).toEqual(used);
});

it('a table of an unknown version keeps all of them, which is said', async () => {
  const [release = ''] = await releases();
  const file = fileOf((await unpackFolder(release)).dataDir);
  new DatabaseSync(file).exec('ALTER TABLE executions_visibility ADD COLUMN other TEXT');
  const said: string[] = [];
  await dropUnusedIndexes(file, { log: (sentence) => said.push(sentence) });
  expect(indexesOf(file)).toHaveLength(58);
  expect(said).toEqual(["Temporal's database is of an unknown version: all its indexes stay."]);
});
