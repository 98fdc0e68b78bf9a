import { open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { explainStart } from '#bin/embedded/temporal-database.ts';
import { SetupError } from '#bin/setup-error.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const failure = new SetupError('Temporal ended with exit code 1 before it was ready.');
const newFile = async () => path.join(await temporaryFolder('reveille-temporal-'), 'temporal.db');

async function damaged(file: string) {
  const database = new DatabaseSync(file);
  database.exec('CREATE TABLE namespaces (name TEXT); CREATE INDEX names ON namespaces (name)');
  for (let row = 0; row < 2_000; row += 1)
    database.exec(`INSERT INTO namespaces VALUES ('namespace ${row}')`);
  database.close();
  const text = new Uint8Array(8_192).fill(0xff);
  const handle = await open(file, 'r+');
  await handle.write(text, 0, text.length, 8_192);
  await handle.close();
}

it.each([
  ['is empty', (file: string) => writeFile(file, '')],
  [
    'cannot be read',
    (file: string) => writeFile(file, 'this is no database, but long enough to look like one'.repeat(20)),
  ],
  ['is damaged', damaged],
  ['has none of its tables', async (file: string) => new DatabaseSync(file).exec('CREATE TABLE other (id)')],
])('says of a database that %s, and how to move it aside', async (problem, write) => {
  const file = await newFile();
  await write(file);
  const explained = explainStart(failure, file) as SetupError;
  expect(explained).toBeInstanceOf(SetupError);
  expect(explained.message).toContain(`its database ${file} ${problem}`);
  expect(explained.message).toContain(`for f in '${file}'*; do mv "$f" "$f.broken"; done`);
});

it('leaves a failure as it is where the database is sound, or there is none', async () => {
  const file = await newFile();
  expect(explainStart(failure, file)).toBe(failure);
  new DatabaseSync(file).exec('CREATE TABLE namespaces (name TEXT)');
  expect(explainStart(failure, file)).toBe(failure);
});
