import { setTimeout as delay } from 'node:timers/promises';

import type { CallToolResult } from '@modelcontextprotocol/server';

import type { AnySentFile } from '../operations/answers.ts';
import type { Operation } from '../operations/define-operation.ts';
import type { OperationCalls } from '../routing/call-operation.ts';
import type { McpTool, Progress } from './mcp-tool.ts';
import { callInputOf } from './tool-input.ts';
import { answerResult, fileResult } from './tool-result.ts';

export interface ToolCall {
  readonly tool: McpTool;
  readonly operation: Operation;
  readonly args: Readonly<Record<string, unknown>>;
  readonly calls: OperationCalls;
  /** Aborted when the caller is gone. */
  readonly signal: () => AbortSignal;
  /** Absent where the caller did not ask to be told. */
  readonly tell?: (progress: Progress) => Promise<void>;
}

const pollMs = 1_000;
const pollsMax = 25;
const pulseMs = 5_000;

/** Calls the operation of a tool. Throws its refusals. */
export async function callTool(call: ToolCall): Promise<CallToolResult> {
  const { tool, operation, args, calls } = call;
  const input = callInputOf(operation, tool, args);
  const ask = (): Promise<unknown> => calls[tool.operation](input);
  if (operation.answers[200]?.kind === 'file')
    return await whilePulsing(call, async () => await fileResult((await ask()) as AnySentFile, tool));
  return answerResult(await untilOver(call, ask), tool);
}

/** Asks again while the work that the answer tells of goes on, where the caller wants to be told how far it is. */
async function untilOver({ tool, tell, signal }: ToolCall, ask: () => Promise<unknown>): Promise<unknown> {
  let answer = await ask();
  for (let polls = 0; polls < pollsMax && tell !== undefined; polls++) {
    const progress = tool.progressOf?.(answer) ?? null;
    if (progress === null) break;
    await tell(progress);
    await delay(pollMs, undefined, { signal: signal() });
    answer = await ask();
  }
  return answer;
}

/** Tells that the work goes on, so that a caller does not give it up. */
async function whilePulsing<T>({ tell }: ToolCall, work: () => Promise<T>): Promise<T> {
  if (tell === undefined) return await work();
  let pulses = 0;
  const pulse = () => void tell({ progress: pulses++ }).catch(() => undefined);
  pulse();
  const timer = setInterval(pulse, pulseMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
