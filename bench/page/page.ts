import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { type Benchmark, benchmarks } from './catalogue.ts';

const file = path.resolve(import.meta.dirname, '../../docs/benchmarks.md');

const opening = `# Benchmarks

Written by \`npm run bench\`; do not edit. Each ratio compares ours with its yardstick in one run on one machine, where
the two take turns: the absolute numbers differ from machine to machine, the ratios much less. Values are medians of the
rounds. \`npm run bench -- NAME…\` measures some of them again and replaces only their sections.
`;

/** Writes the section of a benchmark into `docs/benchmarks.md`; the others stay. */
export async function writeSection(measured: Benchmark, section: string): Promise<void> {
  const present = await readFile(file, 'utf8').catch(() => '');
  await writeFile(file, withSection(present, measured, section));
}

/** A page with the section of a benchmark put in its place. `page`: empty where there is none yet. */
export function withSection(page: string, measured: Benchmark, section: string): string {
  const present = sectionsOf(page);
  const sections = benchmarks
    .map(({ name, title }) => (name === measured.name ? section : present.get(title)))
    .filter((text) => text !== undefined);
  return [opening, ...sections].join('\n');
}

/** The sections of a page by their titles. */
function sectionsOf(text: string): ReadonlyMap<string, string> {
  const [, ...sections] = text.split(/^## /m);
  return new Map(
    sections.map((section) => [section.slice(0, section.indexOf('\n')), `## ${section.trimEnd()}\n`]),
  );
}
