import { afterAll, describe, expect, test, vi } from 'vitest';
import { createToolInvoker } from '#compute/threads/tool-invoker.ts';
import { loadTextTools } from '#tools/registry.ts';
import { convertingFamilies } from './converting-families.ts';
import { textCharsMax } from '#tools/params.ts';

const { families } = await loadTextTools();

/** One test calls every tool. */
vi.setConfig({ testTimeout: 600_000 });

const fill = (unit: string) => unit.repeat(Math.ceil(textCharsMax / unit.length)).slice(0, textCharsMax);

/** Texts that make parsers slow, deep or large. */
const hostileTexts = {
  quotes: fill('"'),
  'open objects': fill('{"a":'),
  'open tags': fill('<div>'),
  emphasis: fill('_a__b'),
  anchors: fill('&a '),
  'wide rows': `${fill('|a').slice(0, 50_000)}\n${fill('|-').slice(0, 50_000)}\n${fill('|a|\n').slice(0, 99_990)}`,
  'lone surrogates': fill('\uD800'),
  digits: fill('1'),
  'marks out of order': `a${fill('\u0301\u0316').slice(1)}`,
  'odd signs': fill('\r\n\r\u2028\u2029\0\uFEFF\u202E\u200D🇩ıİßΣς\u1112\u1161\u11ABक्षिשلا'),
};

const tools = families
  .filter(({ id }) => convertingFamilies.has(id))
  .flatMap((family) => family.tools)
  .filter(({ params }) => 'text' in params.shape);

/** No call is refused because the machine is busy: it waits, and its thread is not the last that gets a processor. */
const patient = { waitMsMax: 120_000, isBackground: false };
const { invoke, close } = createToolInvoker({ light: patient, heavy: patient });
afterAll(close);

/** The longest text that the tool takes. */
function textFor(tool: (typeof tools)[number], text: string): string {
  for (const chars of [200_000, 100_000, 50_000, 16_000, 10_000, 4_000, 2_000, 400, 200, 100, 40, 20]) {
    if (tool.params.safeParse({ ...tool.example.params, text: text.slice(0, chars) }).success)
      return text.slice(0, chars);
  }
  return text.slice(0, 1);
}

describe.each(Object.entries(hostileTexts))('as many %s as a tool takes', (_, text) => {
  test('every tool answers or refuses', async () => {
    for (const tool of tools) {
      const outcome = await invoke(tool.id, { ...tool.example.params, text: textFor(tool, text) }).then(
        (result) => (result.length <= 1_000_000 ? 'answered' : `gave ${result.length} characters`),
        (error: { code?: string; message: string }) => error.code ?? error.message,
      );
      expect(['answered', 'INVALID_REQUEST', 'TOOL_LIMIT_EXCEEDED'], `${tool.id}: ${outcome}`).toContain(
        outcome,
      );
    }
  });
});
