import { inlineChars, parseParams, runTool, type Tool, ToolError } from '@reveille/tools';
import { toError, toFailure } from './failure.ts';
import { textTools } from './text-tools.ts';
import { observedToolCall, type OnToolCall } from './observed-tool-call.ts';
import type { ToolCall } from './tool-worker.ts';
import { memoryBytes, memoryShares, threadBytesMax } from '../memory.ts';
import { ANONYMOUS } from '../fair-queue.ts';
import { createWorkerPool, type WorkerPoolOptions } from './worker-pool.ts';

export interface ToolInvoker {
  /**
   * Throws ToolError UNKNOWN_TOOL, INVALID_REQUEST or TOOL_LIMIT_EXCEEDED, and DomainError INTERNAL_ERROR while the threads
   * are taken for too long. `caller` identifies the client (its address): callers take turns at the threads.
   */
  readonly invoke: (tool: string, params: unknown, caller?: string) => Promise<string>;
  /** Starts a thread for light calls in advance; heavy calls wait for theirs. */
  readonly warmUp: () => void;
  readonly close: () => Promise<void>;
}

const { fileOf, findCall, nearestToolIds } = textTools;
type FoundCall = NonNullable<ReturnType<typeof findCall>>;

/** The thread loads a file of tools when one of them is called. */
const program = new URL('./tool-worker.ts', import.meta.url);

const poolDefaults: WorkerPoolOptions = {
  program,
  threads: 2,
  timeoutMs: 2000,
  memoryBytesMax: threadBytesMax,
  waitMsMax: 5000,
  waitingMax: 200,
  isBackground: false,
};

export interface ToolInvokerOptions {
  readonly light?: Partial<WorkerPoolOptions>;
  readonly heavy?: Partial<WorkerPoolOptions>;
  /** Ids of tools that run elsewhere, included in suggestions for unknown ids. */
  readonly otherIds?: readonly string[];
  /** Told of every call. */
  readonly onCall?: OnToolCall | undefined;
}

/** Numeric params that identify something and are not quantities. */
const namingNumbers: ReadonlySet<string> = new Set(['seed', 'moment']);

interface Size {
  readonly chars: number;
  /** Sum of all numeric params: a count of 1,000 may be as much work as a long text. */
  readonly counts: number;
}

function sizeOf(value: unknown): Size {
  if (typeof value === 'string') return { chars: value.length, counts: 0 };
  if (typeof value === 'number') return { chars: 0, counts: Math.abs(value) };
  if (typeof value !== 'object' || value === null) return { chars: 0, counts: 0 };
  let chars = 0;
  let counts = 0;
  for (const [key, member] of Object.entries(value)) {
    const size = sizeOf(member);
    chars += key.length + size.chars;
    if (!namingNumbers.has(key)) counts += size.counts;
  }
  return { chars, counts };
}

/** The place where a call runs. Only tools that no input can make slow run inline. */
function routeOf(tool: Tool, params: unknown): 'inline' | 'light' | 'heavy' {
  const { chars, counts } = sizeOf(params);
  if (chars + counts <= (tool.inlineCharsMax ?? -1)) return 'inline';
  if (tool.isHeavy === true) return 'heavy';
  return tool.inlineCharsMax !== undefined || chars <= inlineChars ? 'light' : 'heavy';
}

function unknownTool(id: string, otherIds: readonly string[] | undefined): ToolError {
  const written = id.length > 100 ? `${id.slice(0, 100)}…` : id;
  return new ToolError('UNKNOWN_TOOL', `There is no tool with the id ${JSON.stringify(written)}.`, {
    hint: `The nearest ids are ${nearestToolIds(id, otherIds).join(', ')}. GET /api/tools lists every tool.`,
  });
}

export function createToolInvoker(options: ToolInvokerOptions = {}): ToolInvoker {
  const pools = {
    light: createWorkerPool({ ...poolDefaults, ...options.light }),
    heavy: createWorkerPool({
      ...poolDefaults,
      threads: memoryShares(memoryBytes()).heavyThreads,
      isBackground: true,
      ...options.heavy,
    }),
  };

  async function invoke(id: string, params: unknown, caller = ANONYMOUS): Promise<string> {
    const call = findCall(id, params);
    return await observedToolCall(options.onCall, call?.tool.id ?? null, async () => {
      if (call === undefined) throw unknownTool(id, options.otherIds);
      return await run(call, caller);
    });
  }

  async function run(call: FoundCall, caller: string): Promise<string> {
    const { tool } = call;
    const parsed = parseParams(tool, call.params);
    const route = routeOf(tool, parsed);
    if (route !== 'inline') {
      const job: ToolCall = { file: fileOf(tool), toolId: tool.id, params: parsed };
      return await pools[route].run(job, caller);
    }
    try {
      return await runTool(tool, parsed);
    } catch (error) {
      throw toError(toFailure(error));
    }
  }

  async function close(): Promise<void> {
    await Promise.all([pools.light.close(), pools.heavy.close()]);
  }

  return { invoke, warmUp: () => pools.light.warmUp(), close };
}
