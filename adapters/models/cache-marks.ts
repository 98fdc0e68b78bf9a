import type { SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { SystemModelMessage, ToolSet } from 'ai';

interface Prompt {
  readonly instructions: string;
  readonly messages: readonly unknown[];
  readonly tools: ToolSet | undefined;
}

interface MarkedPrompt extends Omit<Prompt, 'instructions'> {
  readonly instructions: string | SystemModelMessage;
}

/**
 * Marks the parts that a provider is to cache, at four places, which is the maximum. These are tools and instructions,
 * which other runs begin with as well; the opening of the run, `openingCount` messages; and the last message, from which
 * the next turn continues.
 */
export function withCacheMarks(
  { instructions, messages, tools }: Prompt,
  openingCount: number,
  mark: SharedV4ProviderOptions | null,
): MarkedPrompt {
  if (mark === null) return { instructions, messages, tools };
  const ends = new Set([openingCount - 1, messages.length - 1]);
  return {
    instructions: { role: 'system', content: instructions, providerOptions: mark },
    messages: messages.map((message, at) =>
      ends.has(at) ? { ...(message as object), providerOptions: mark } : message,
    ),
    tools: tools && markLast(tools, mark),
  };
}

function markLast(tools: ToolSet, mark: SharedV4ProviderOptions): ToolSet {
  const last = Object.entries(tools).at(-1);
  if (last === undefined) return tools;
  const [name, tool] = last;
  return { ...tools, [name]: { ...tool, providerOptions: mark } };
}
