import { expect, test } from 'vitest';
import type { Tool } from '@reveille/tools';
import { toFailure } from '../../../compute/threads/failure.ts';
import { families } from '../../../tools/registry.ts';
import { runTool } from '../../../tools/run-tool.ts';

/** What once was slow for its length, somewhere. */
// oxfmt-ignore
const units = [
  'a', '1', ' ', '\n', '\t', '"', "'", '.', '-', '@', '&', '<', '[', '{"a":', '(', '\\', '%', '#', '=', '/*',
  '\u0301', '\u0F73', '\u0301\u0316', '\u200D', '👩‍🚀', '🇩', '🚀', '\uFDFA', '\uD800', 'İ', 'ß', 'Σ', '\u1112\u1161',
  'क्षि', 'สวัสดี', '漢', 'ü.', '\u001B]', 'a@b.', '::', 'a b ', 'A. ', 'a,b\n', '- a\n', '{{', '<a b="',
];

/** Far above what any tool needs and far below what a quadratic step costs; other work may share the processor. */
const cpuMsMax = 60;

/** The longest text of such units that still runs inline, as the largest param of the tool. */
function paramsAtLimit(tool: Tool, limit: number, unit: string, end: string): unknown {
  const { params: example } = tool.example;
  const name =
    'text' in example ? 'text' : Object.keys(example).find((key) => typeof example[key] === 'string');
  if (name === undefined) return undefined;
  const others = JSON.stringify({ ...example, [name]: '' }).length;
  for (let chars = limit - others; chars > 0; chars = Math.floor(chars * 0.8)) {
    const text = unit.repeat(Math.ceil(chars / unit.length)).slice(0, chars - end.length) + end;
    const parsed = tool.params.safeParse({ ...example, [name]: text });
    if (parsed.success) return parsed.data;
  }
  return undefined;
}

async function cpuMs(tool: Tool, params: unknown): Promise<number> {
  const started = process.cpuUsage();
  await runTool(tool, params).catch((error: unknown) => {
    expect(toFailure(error).kind, tool.id).toBe('refused');
  });
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

const inlineTools = families
  .flatMap(({ tools }) => tools)
  .filter(({ inlineCharsMax }) => inlineCharsMax !== undefined);

test.each(inlineTools.map((tool) => [tool.id, tool] as const))(
  '%s does not hold up the process at its limit',
  async (_, tool) => {
    for (const unit of units) {
      for (const end of ['', '!']) {
        const params = paramsAtLimit(tool, tool.inlineCharsMax ?? 0, unit, end);
        if (params === undefined) continue;
        let least = Infinity;
        // The first call may load tables or be interrupted by a collection of garbage.
        for (let attempt = 0; attempt < 5 && least > cpuMsMax; attempt += 1) {
          least = Math.min(least, await cpuMs(tool, params));
        }
        expect(least, `${JSON.stringify(unit)} with ${JSON.stringify(end)} behind`).toBeLessThanOrEqual(
          cpuMsMax,
        );
      }
    }
  },
);
