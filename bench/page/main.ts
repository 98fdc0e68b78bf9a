import path from 'node:path';
import { parseArgs } from 'node:util';
import { benchmarks } from './catalogue.ts';
import { describeCommit, describeMachine } from './machine.ts';
import { writeSection } from './page.ts';
import { runScript } from './run-script.ts';
import { sectionOf } from './section.ts';

// Ours beside bare Temporal, Koa, undici and native programs: all benchmarks or the named ones, one after the other.
// Each section of docs/benchmarks.md is written when its benchmark has ended; with --quick none is.
const names = benchmarks.map(({ name }) => name);

try {
  process.exit(await bench());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function bench(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { quick: { type: 'boolean', default: false }, baseline: { type: 'string' } },
    allowPositionals: true,
  });
  const unknown = positionals.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new Error(`There is no benchmark "${unknown}". There are ${names.join(', ')}.`);
  const chosen = benchmarks.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const machine = await describeMachine();
  const commit = await describeCommit();
  let failed = 0;
  for (const benchmark of chosen) {
    console.log(`\n${benchmark.title} (${benchmark.name})`);
    try {
      const figures = await runScript(benchmark.name, argsFor(benchmark.name, values));
      const date = new Date().toISOString().slice(0, 10);
      const section = sectionOf(benchmark, figures, { date, commit, machine });
      // Without figures it says itself why.
      if (!values.quick && figures.length > 0) await writeSection(benchmark, section);
    } catch (error) {
      failed += 1;
      console.error(error instanceof Error ? error.message : error);
    }
  }
  return failed === 0 ? 0 : 1;
}

interface Options {
  readonly quick: boolean;
  /** An installed checkout of another commit; only one benchmark has a use for it. */
  readonly baseline?: string;
}

function argsFor(name: string, { quick, baseline }: Options): readonly string[] {
  const isCompared = baseline !== undefined && name === 'delivery';
  return [...(quick ? ['--quick'] : []), ...(isCompared ? ['--baseline', path.resolve(baseline)] : [])];
}
