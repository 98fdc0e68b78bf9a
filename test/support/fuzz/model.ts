import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';

import type { AgentModel } from '#capabilities/agent-turn.ts';
import { unknownTraits } from '#models/model-traits.ts';
import { createOnlineModel } from '#models/online-model.ts';
import { noTuning } from '#models/output-tokens.ts';
import { parseModelId } from '#models/providers.ts';
import { createPricing } from '#models/pricing.ts';
import { resultMessage } from '#models/result-message.ts';
import { type KnownAnswer, oddUsage, randomEnding, randomLastWords } from './answers.ts';
import { randomCalls } from './calls.ts';
import { createRandom } from '../random.ts';

/** The input and usage of one run's model, counted at the model itself, where it cannot be wrong. */
export interface FuzzModelLog {
  turns: number;
  tokens: number;
  amountMicros: number;
  readonly prompts: string[];
  /** Its last answer. */
  last: KnownAnswer | null;
  /** It reported what cannot be. */
  hasOddUsage: boolean;
}

const price = { inputPerMillion: 1, outputPerMillion: 10 };
const failures = [
  () => Object.assign(new Error('The socket was closed.'), { code: 'ECONNRESET' }),
  () => new TypeError('fetch failed'),
];

/**
 * A model that asks for anything: hosts of all sorts, headers in all spellings, garbage, until it stops by chance, in every
 * way that is a failure, and with usages that cannot be. It goes through the same code as any model of a provider, from the
 * prompt to the reading of its calls.
 */
export function createFuzzModel(seed: number, { port }: { readonly port: number }) {
  const random = createRandom(seed);
  const { chance, int } = random;
  const calls = randomCalls(random, port);
  const log: FuzzModelLog = {
    turns: 0,
    tokens: 0,
    amountMicros: 0,
    prompts: [],
    last: null,
    hasOddUsage: false,
  };
  const costOf = createPricing({ provider: null, modelId: 'fuzz', price });

  /** The rate of one tokenizer: the same text counts the same again. */
  const tokensPerByte = random.int(1, 100) / 300;
  const isOdd = chance(0.2);

  function usageFor({ prompt, maxOutputTokens = 0 }: LanguageModelV4CallOptions) {
    if (isOdd && chance(0.5)) {
      log.hasOddUsage = true;
      return oddUsage(random);
    }
    const bytes = Buffer.byteLength(JSON.stringify(prompt));
    const input = Math.ceil(bytes * tokensPerByte);
    const output = int(1, maxOutputTokens);
    log.tokens += input + output;
    log.amountMicros += Math.ceil(input * price.inputPerMillion + output * price.outputPerMillion);
    return {
      inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: output, text: output, reasoning: 0 },
    };
  }

  const model: LanguageModelV4 = {
    specificationVersion: 'v4',
    provider: 'fuzz',
    modelId: 'fuzz',
    supportedUrls: {},
    doStream: () => Promise.reject(new Error('The fuzz model does not stream.')),
    doGenerate: (options) => {
      log.prompts.push(JSON.stringify([options.prompt, options.tools, options.headers]));
      if (chance(0.01)) return Promise.reject(failures[int(0, 1)]!());
      log.turns += 1;
      const answer = answerTo(options);
      log.last = answer;
      const { content, finishReason } = answer;
      return Promise.resolve({
        content: [...content],
        finishReason: { unified: finishReason, raw: undefined },
        usage: usageFor(options),
        warnings: [],
      });
    },
  };
  function answerTo({ prompt, tools, toolChoice }: LanguageModelV4CallOptions): KnownAnswer {
    if (toolChoice?.type === 'none' || tools === undefined) return randomLastWords(random);
    if (chance(0.2)) return randomEnding(random);
    const heard = JSON.stringify(prompt.at(-1)).slice(0, 4_000);
    const asked = chance(0.12)
      ? []
      : random.times(chance(0.1) ? int(5, 12) : int(1, 3), () => calls.call(heard));
    const content = asked.map(({ toolName, input }, index) => ({
      type: 'tool-call' as const,
      // As local servers count: ids come again in later turns now and then, and within one.
      toolCallId: `call-${chance(0.8) ? log.turns : 1}-${chance(0.95) ? index : 0}`,
      toolName,
      input,
    }));
    const isEnd = asked.every(({ toolName }) => toolName === 'finish');
    return {
      content: asked.length > 0 && chance(0.9) ? content : [...content, { type: 'text', text: heard }],
      finishReason: asked.length > 0 ? 'tool-calls' : 'stop',
      maySucceed: isEnd ? 'always' : 'never',
      namesFailure: null,
    };
  }
  const online = createOnlineModel({
    id: 'fuzz/random',
    model,
    provider: parseModelId('openai-compatible/random')!.provider,
    traits: unknownTraits,
    tuning: noTuning,
    secrets: [],
    costOf,
  });
  const agentModel: AgentModel = {
    ...online,
    id: 'fuzz/random',
    isOffline: false,
    outputTokensMax: 4_096,
    resultMessage,
  };
  return { agentModel, log, random };
}

export type FuzzModel = ReturnType<typeof createFuzzModel>;
