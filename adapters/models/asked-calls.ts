import { callOf } from '#apis/call-of.ts';
import { type CapabilityCall, readCall } from '#capabilities/calls.ts';
import { finish, finishWithJson } from '#capabilities/finish.ts';
import type { OfferedOperation } from '#contracts/api.ts';

/** A call as a model asked for it. */
export interface AskedCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
  /** The SDK found it malformed and answered it. */
  readonly invalid?: boolean | undefined;
}

interface Finish {
  readonly answer: string;
  readonly failure: string | null;
}

/** The calls that a model asked for in one answer. */
export interface Asked {
  /** To be carried out. */
  readonly calls: readonly CapabilityCall[];
  /** Null where the model did not call `finish`. */
  readonly finish: Finish | null;
  readonly finishIds: readonly string[];
  /** Calls that cannot be read; the SDK has answered them. */
  readonly invalidCount: number;
}

/** Separates the calls to carry out from `finish`, of which the worst counts: a failure that is told once is told. */
export function readAsked(
  toolCalls: readonly AskedCall[],
  {
    isJson,
    operations,
  }: { readonly isJson: boolean; readonly operations: ReadonlyMap<string, OfferedOperation> },
): Asked {
  const valid = toolCalls.filter(({ invalid }) => invalid !== true);
  const finishes = valid.filter(({ toolName }) => toolName === finish.name);
  const told = finishes.map(({ input }) => (isJson ? finishWithJson : finish.input).parse(input));
  return {
    calls: valid
      .map(({ toolCallId, toolName, input }) => {
        const offered = operations.get(toolName);
        return offered === undefined
          ? readCall(toolCallId, toolName, input)
          : operationCall(toolCallId, offered, input);
      })
      .filter((call) => call !== null),
    finish: told.find(({ failure }) => failure !== null) ?? told[0] ?? null,
    finishIds: finishes.map(({ toolCallId }) => toolCallId),
    invalidCount: toolCalls.length - valid.length,
  };
}

/** The request of an operation; its arguments fit, as the schema of its tool has checked. */
function operationCall(callId: string, offered: OfferedOperation, input: unknown): CapabilityCall {
  const call = callOf(offered, input);
  if (call.kind === 'invalid') throw new TypeError(call.message);
  return { callId, name: 'http_request', ...call.request };
}

/** Every call needs a result in the history, `finish` too. */
export const finishResults = ({ finishIds }: Asked, isDone: boolean): readonly unknown[] =>
  finishIds.map((toolCallId) => {
    const value = isDone ? 'Finished.' : 'Not finished: read what follows first.';
    const part = { type: 'tool-result', toolCallId, toolName: finish.name, output: { type: 'text', value } };
    return { role: 'tool', content: [part] };
  });
