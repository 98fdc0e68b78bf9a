/**
 * CPU time of the code that handles caller text in our own processes, on inputs that trigger super-linear behaviour.
 * Prints the slowest of each kind; exits with 1 if one exceeds its limit.
 *
 *   node bench/hostile-text.ts
 */
import { createRedact } from '#egress/redact.ts';
import { loadTextTools } from '#tools/registry.ts';
import { runTool } from '#tools/run-tool.ts';
import { humanizeByRules } from '#tools/skills/humanizer/humanize.ts';
import { sentencesOf } from '#tools/text/words/sentences.ts';
import { longestInline, units } from '#test/adapters/compute/threads/longest-inline.ts';
import { runOffline } from '#test/support/run-offline.ts';

const { families } = await loadTextTools();

interface Measured {
  readonly name: string;
  readonly cpuMs: number;
}

/** Well above the usual cost and well below that of a quadratic step. */
const limitsMs = { inline: 60, redact: 500, rules: 500, humanizer: 100, sentences: 300 } as const;

async function least(name: string, work: () => unknown): Promise<Measured> {
  let cpuMs = Infinity;
  // The first call may load tables, and any call may be interrupted by garbage collection.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    cpuMs = Math.min(cpuMs, (user + system) / 1000);
  }
  return { name, cpuMs };
}

async function inlineTools(): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const tool of families.flatMap(({ tools }) => tools)) {
    if (tool.inlineCharsMax === undefined) continue;
    for (const unit of units)
      for (const end of ['', '!']) {
        const params = longestInline(tool, unit, end);
        if (params === undefined) continue;
        const call = () => runTool(tool, params).catch(() => undefined);
        measured.push(await least(`${tool.id} ${JSON.stringify(unit + end)}`, call));
      }
  }
  return measured;
}

async function each(texts: readonly string[], work: (text: string) => unknown): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const text of texts) measured.push(await least(JSON.stringify(text.slice(0, 12)), () => work(text)));
  return measured;
}

const long = (length: number) => units.map((unit) => unit.repeat(Math.ceil(length / unit.length)));
const redact = createRedact(['Bearer sk_live_0123456789abcdef', 'Basic dXNlcjpzZWNyZXQ=']);
const kinds: Readonly<Record<keyof typeof limitsMs, () => Promise<Measured[]>>> = {
  inline: inlineTools,
  redact: () => each([...long(1 << 20), 'sk_live_'.repeat(130_000)], (text) => redact(text)),
  rules: () => each(long(4_096), (text) => runOffline(text.slice(0, 4_096), {})),
  humanizer: () => each(long(5_000), (text) => humanizeByRules(text.slice(0, 5_000))),
  sentences: () => each([...long(200_000), 'Mr. '.repeat(50_000)], (text) => sentencesOf(text)),
};

let isWithin = true;
for (const [kind, measure] of Object.entries(kinds)) {
  const slowest = (await measure()).toSorted((a, b) => b.cpuMs - a.cpuMs);
  const limitMs = limitsMs[kind as keyof typeof limitsMs];
  console.log(`${kind}, at most ${limitMs} ms of processor time`);
  for (const { name, cpuMs } of slowest.slice(0, 5))
    console.log(`  ${cpuMs.toFixed(1).padStart(8)}  ${name}`);
  isWithin &&= slowest.every(({ cpuMs }) => cpuMs <= limitMs);
}
process.exit(isWithin ? 0 : 1);
