import { z } from 'zod';

import { FoundTool, type ToolOutput } from '#contracts/agent-tool.ts';
import type { RunRef } from '#contracts/run.ts';
import type { TurnDelivery } from '#contracts/turn.ts';
import { cutToChars } from '#domain/cut-text.ts';
import { wholeText } from '#domain/read-page.ts';
import { type Call, defineCapability, type Told } from './capability.ts';
import type { Refused } from './call-failure.ts';

/** A longer output is cut: it would fill the prompt. */
const outputCharsMax = 16_384;

interface TextToolsPorts {
  readonly delivery: (run: RunRef) => Promise<TurnDelivery | null>;
  readonly searchTools: (words: string) => Promise<readonly FoundTool[]>;
  /** Runs a tool within limits of time and memory. Rejects while it cannot run. */
  readonly runTool: (run: RunRef, tool: string, params: object) => Promise<ToolOutput>;
}

const given = z
  .string()
  .nullish()
  .transform((text) => (text?.trim() ? text.trim() : undefined));

const Params = z.record(z.string(), z.unknown());
/** An object as it is or, as strict modes want it, as JSON text. */
const ParamsInput = z.union([Params, z.string().transform(parseText).pipe(Params)]);

function parseText(text: string): unknown {
  try {
    return text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const input = z
  .object({ search: given, tool: given, params: ParamsInput.nullish(), textFrom: z.string().nullish() })
  .transform(({ search, tool, params, textFrom }) => ({
    ...(search !== undefined && { search }),
    ...(tool !== undefined && { tool }),
    ...(params != null && { params }),
    ...(textFrom != null && { textFrom }),
  }));
type TextToolsCall = Call<'text_tools', typeof input>;

const Found = z.object({ kind: z.literal('tools'), tools: z.array(FoundTool) });
const Output = z.object({
  kind: z.literal('tool-output'),
  isRefused: z.boolean(),
  text: z.string(),
  totalChars: z.number(),
});
const Result = z.discriminatedUnion('kind', [Found, Output]);
type Result = z.infer<typeof Result>;

/** The text tools of the catalogue: exact, free, without an effect. */
export const textTools = defineCapability({
  kind: 'read',
  name: 'text_tools',
  description:
    'Over 200 exact tools for text: arithmetic, money, dates and time zones, CSV, JSON, XML, encodings, hashes, patterns. Search by plain words first, then run one. Use them instead of calculating or converting by yourself.',
  wireInput: z.object({
    search: z
      .string()
      .nullable()
      .describe(
        'Plain words such as "add numbers" or "days between dates": lists tools with their params. Else null.',
      ),
    tool: z.string().nullable().describe('The tool to run, such as calculate; null to search.'),
    params: z
      .string()
      .nullable()
      .describe('The params of the tool as a JSON object, such as {"text": "19.99 * 3"}; null to search.'),
    textFrom: z
      .string()
      .nullable()
      .describe(
        'Takes the param text from the delivery: a JSON pointer such as /report, or "" for the whole body. Else null.',
      ),
  }),
  input,
  result: Result,
  step: null,
  describe: ({ tool }) => (tool === undefined ? 'Look for a text tool' : 'Run a text tool'),
  tell,
  perform: async (call, ports: TextToolsPorts, run) => ({
    result: await resultOf(call, ports, run),
    step: null,
  }),
});

const refused = (message: string): Refused => ({ kind: 'refused', message });

async function resultOf(call: TextToolsCall, ports: TextToolsPorts, run: RunRef): Promise<Result | Refused> {
  const { search, tool, params = {}, textFrom } = call;
  if (tool === undefined) {
    if (search === undefined) return refused('Give search, or tool and params.');
    return { kind: 'tools', tools: [...(await ports.searchTools(search))] };
  }
  const text = textFrom === undefined ? null : await textAt(textFrom, ports, run);
  if (text !== null && 'missing' in text) return refused(text.missing);
  const output = await ports.runTool(run, tool, { ...params, ...text });
  const { length: totalChars } = output.text;
  return { kind: 'tool-output', ...output, text: cutToChars(output.text, outputCharsMax), totalChars };
}

async function textAt(pointer: string, { delivery }: TextToolsPorts, run: RunRef) {
  const found = await delivery(run);
  if (found === null) return { missing: 'A chat has no delivery: give the text in params.' };
  return wholeText(found.body, pointer, found.contentType);
}

/** A tool's words may quote its input, so none of them is a fact. */
function tell(result: Result): Told {
  if (result.kind === 'tools') return { facts: result, data: '' };
  const { text, totalChars, ...facts } = result;
  const cut = text.length < totalChars && { shownChars: text.length, totalChars };
  return { facts: { ...facts, ...cut }, data: text };
}
