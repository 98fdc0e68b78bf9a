import type { LanguageModelV4 } from '@ai-sdk/provider';
import { wrapLanguageModel } from 'ai';

interface Message {
  readonly content?: unknown;
}
interface Part {
  readonly toolCallId?: unknown;
}

/** A longer id is not worth its space in every history and record. */
const idCharsMax = 64;
const numberCharsMax = 8;

/**
 * The model with call ids that are unique within the run, and short. Local servers number calls from one in every answer,
 * or give all calls of an answer one id: the SDK would take them for the same call, and a run stores results by call id.
 */
export const withFreshCallIds = (model: LanguageModelV4, history: readonly unknown[]): LanguageModelV4 =>
  wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v4',
      wrapGenerate: async ({ doGenerate }) => {
        const { content, ...result } = await doGenerate();
        const own = content.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []));
        const freshId = createIds(new Set(idsIn(history)), new Set(own));
        return {
          ...result,
          content: content.map((part) =>
            part.type === 'tool-call' ? { ...part, toolCallId: freshId(part.toolCallId) } : part,
          ),
        };
      },
    },
  });

const idsIn = (messages: readonly unknown[]): readonly unknown[] =>
  messages.flatMap((message) => {
    const { content } = message as Message;
    return Array.isArray(content) ? (content as readonly Part[]).map(({ toolCallId }) => toolCallId) : [];
  });

/** Gives each call an id: its own where that is free, else a numbered one. */
function createIds(used: Set<unknown>, own: ReadonlySet<unknown>): (id: string) => string {
  const numbers = new Map<string, number>();
  return (id) => {
    let fresh = id;
    const base = id.length <= idCharsMax - numberCharsMax ? id : 'call';
    while (fresh.length > idCharsMax || used.has(fresh) || (fresh !== id && own.has(fresh))) {
      const number = (numbers.get(base) ?? 1) + 1;
      numbers.set(base, number);
      fresh = `${base}-${number}`;
    }
    used.add(fresh);
    return fresh;
  };
}
