import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { loadTextTools, loadTool } from '#tools/registry.ts';

/** Addresses of what a process of its own loads while it runs this program. */
async function loadedBy(program: string): Promise<readonly string[]> {
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
    const { loadTextTools, loadTool, parseParams, runTool } = await import(${JSON.stringify(new URL('../index.ts', import.meta.url))});
    ${program}
    console.log(JSON.stringify(loaded));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  return JSON.parse(stdout) as readonly string[];
}

const filesOf = (loaded: readonly string[]) =>
  loaded.flatMap((url) => /\/tools\/text\/([\w-]+)\.ts$/.exec(url)?.[1] ?? []);
const packagesOf = (loaded: readonly string[]) =>
  new Set(loaded.flatMap((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []));

test('a tool is run without any file of tools but its own', async () => {
  const { fileOf, findTool } = await loadTextTools();
  const file = fileOf(findTool('upper-case')!);
  const program = `
    const tool = await loadTool(${file}, 'upper-case');
    if (await runTool(tool, parseParams(tool, { text: 'a' })) !== 'A') throw new Error('Not run.');
  `;
  const loaded = await loadedBy(program);
  expect(filesOf(loaded)).toEqual(['case']);
});

test('the catalogue is made of every file, without the libraries that take long to load', async () => {
  const loaded = await loadedBy('await loadTextTools();');
  const all = await readdir(new URL('../text/', import.meta.url));
  expect(filesOf(loaded).toSorted()).toEqual(
    all.flatMap((name) => (name.endsWith('.ts') ? [name.slice(0, -3)] : [])).toSorted(),
  );
  const long = ['ajv', 'htmlparser2', 'libphonenumber-js', 'luxon', 'marked', 'prettier', 'quicktype-core'];
  const heavy = [
    ...long,
    'string-width',
    'temporal-polyfill',
    'ulid',
    'uuid',
    'validator',
    'wrap-ansi',
    'yaml',
  ];
  expect(heavy.filter((name) => packagesOf(loaded).has(name))).toEqual([]);
});

test('every tool is found in its file', async () => {
  const { families, fileOf } = await loadTextTools();
  const tools = families.flatMap((family) => family.tools);
  expect(tools.length).toBeGreaterThan(250);
  for (const tool of tools) expect(await loadTool(fileOf(tool), tool.id)).toBe(tool);
});
