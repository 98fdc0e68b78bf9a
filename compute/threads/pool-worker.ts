import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { toFailure } from './failure.ts';
import type { ThreadMessage, ToolCall } from './pool-thread.ts';
import { textTools } from './text-tools.ts';

const { findTool, runTool } = textTools;

/** Linux accepts a thread id as a process id here; elsewhere all threads keep one priority. */
function yieldToOthers(): void {
  try {
    const threadId = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    setPriority(threadId, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Optional: without it the OS schedules all threads equally.
  }
}

async function answer({ toolId, params }: ToolCall): Promise<ThreadMessage> {
  try {
    const tool = findTool(toolId);
    if (tool === undefined) throw new Error(`The thread does not know the tool ${toolId}.`);
    return { kind: 'done', result: await runTool(tool, params) };
  } catch (error) {
    return { kind: 'failed', failure: toFailure(error) };
  }
}

if ((workerData as { isBackground: boolean }).isBackground) yieldToOthers();
parentPort?.on('message', (call: ToolCall) => {
  void answer(call).then((message) => parentPort?.postMessage(message));
});
parentPort?.postMessage({ kind: 'ready' } satisfies ThreadMessage);
