import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { coveredFiles } from './covered-files.ts';
import { avoidedWords } from './glossary.ts';
import { markdownTexts } from './markdown-texts.ts';
import { faultsOf } from './rules.ts';
import { sourceTexts } from './source-texts.ts';

/** Checks the English of the files that are named, or of all that are covered. */
const root = path.resolve(import.meta.dirname, '../..');
process.chdir(root);
const avoided = avoidedWords(readFileSync('docs/glossary.md', 'utf8'));
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
});
const named = process.argv.slice(2);
const files = named.length > 0 ? named : coveredFiles(listed.split('\n').filter((file) => existsSync(file)));

let faults = 0;
for (const file of files) {
  const source = readFileSync(file, 'utf8');
  for (const { line, text } of file.endsWith('.md') ? markdownTexts(source) : sourceTexts(file, source)) {
    for (const fault of faultsOf(text, avoided)) {
      faults += 1;
      process.stderr.write(`${file}:${line} ${fault}\n`);
    }
  }
}
process.stdout.write(`${files.length} files read, ${faults} remarks on their English.\n`);
if (faults > 0) process.exitCode = 1;
