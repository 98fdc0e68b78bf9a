import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
} from '@ai-sdk/provider';

import type { TurnInput } from '../../contracts/turn.ts';
import { readDocument } from '../../domain/delivery-document.ts';
import { type ReadResult, readResult } from '../tool-result.ts';
import { composeAnswer, emptyDocument, firstFailure, offlineOpening } from './answer.ts';
import { type Plan, planRun } from './plan.ts';
import { readProgram, type ReadProgram } from './read-program.ts';

/** What the rules read: the task itself, not the prompt made of it. Travels in `providerOptions.offline`. */
export interface OfflineTask {
  readonly instructions: string;
  readonly delivery: TurnInput['delivery'];
  readonly storedHeaders: readonly string[];
  readonly maxRequests: number;
}

/** The rules engine as a language model. A pure function of what it is called with: no clock, no chance, no network. */
export function createOfflineModel(): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'offline',
    modelId: 'rules-1',
    supportedUrls: {},
    doGenerate: (options) => Promise.resolve(generate(options)),
    doStream: () => Promise.reject(new Error('The offline rules do not stream.')),
  };
}

function generate(options: LanguageModelV4CallOptions): LanguageModelV4GenerateResult {
  const task = options.providerOptions?.['offline'] as unknown as OfflineTask;
  const results = resultsIn(options.prompt);
  const stored = task.storedHeaders.map((name) => name.toLowerCase());
  const read = readKept(task.instructions, stored);
  if (read.state === 'not-understood') return notUnderstood(read.understood, read.notUnderstood);
  const document = task.delivery === null ? emptyDocument : readDocument(task.delivery);
  const planned = planRun(read.program, document, task.maxRequests + results.length);
  if (planned.state === 'impossible')
    return refusal(`Offline rules cannot do this: ${planned.problem}. Nothing was sent.`);
  const { plan } = planned;
  if (results.length < plan.requests.length) return answer(callsOf(plan, results.length), 'tool-calls');
  const final = answer([{ type: 'text', text: composeAnswer(plan, results, document) }], 'stop');
  const failure = firstFailure(plan, results);
  return failure === null ? final : { ...final, providerMetadata: { offline: { failure } } };
}

/** What was read lately: every turn of every run reads its instructions, and few are in use at a time. */
const kept = new Map<string, ReadProgram>();
const keptMax = 200;

function readKept(instructions: string, stored: readonly string[]): ReadProgram {
  const key = JSON.stringify([instructions, stored]);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const read = readProgram(instructions, stored);
  const [oldest] = kept.keys();
  if (kept.size >= keptMax && oldest !== undefined) kept.delete(oldest);
  // Texts beyond the limit are refused at once and would only fill the memory.
  if (key.length <= keyCharsMax) kept.set(key, read);
  return read;
}

const keyCharsMax = 8_192;

function resultsIn(prompt: LanguageModelV4CallOptions['prompt']): readonly ReadResult[] {
  return prompt.flatMap((message) => {
    if (message.role !== 'tool') return [];
    return message.content.flatMap((part): readonly ReadResult[] => {
      if (part.type !== 'tool-result') return [];
      const { output } = part;
      const text = output.type === 'text' || output.type === 'error-text' ? output.value : '';
      return [readResult(text) ?? { kind: 'failed', message: 'The result cannot be read.' }];
    });
  });
}

const callsOf = ({ requests }: Plan, done: number): readonly LanguageModelV4Content[] =>
  requests.slice(done).map(({ method, url, headers, body }, index) => ({
    type: 'tool-call',
    toolCallId: `offline-${done + index + 1}`,
    toolName: 'http_request',
    input: JSON.stringify({
      method,
      url,
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      body,
    }),
  }));

function notUnderstood(
  understood: readonly string[],
  missed: readonly string[],
): LanguageModelV4GenerateResult {
  const list = (texts: readonly string[]): string => texts.map((text) => JSON.stringify(text)).join(', ');
  const known = understood.length === 0 ? '' : ` Understood: ${list(understood)}.`;
  return refusal(`Offline rules did not understand: ${list(missed)}.${known} Nothing was sent.`);
}

/** A final text that says why nothing was done; the metadata tells the turn apart from an answer. */
function refusal(needsModel: string): LanguageModelV4GenerateResult {
  const result = answer([{ type: 'text', text: `${offlineOpening}.\n${needsModel}` }], 'stop');
  return { ...result, providerMetadata: { offline: { needsModel } } };
}

const answer = (
  content: readonly LanguageModelV4Content[],
  reason: 'stop' | 'tool-calls',
): LanguageModelV4GenerateResult => ({
  content: [...content],
  finishReason: { unified: reason, raw: reason },
  usage: {
    inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 0, text: 0, reasoning: 0 },
  },
  warnings: [],
});
