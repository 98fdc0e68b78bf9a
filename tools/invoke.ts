import { availableParallelism } from 'node:os';
import { DomainError } from '../domain/domain-error.ts';
import { toError, toFailure } from './failure.ts';
import { anyone, createLane, type LaneOptions } from './pool.ts';
import { refuseParams } from './refuse-params.ts';
import { findTool, nearestToolIds } from './registry.ts';
import { runTool } from './run-tool.ts';
import { inlineChars, type Tool } from './tool.ts';

export interface ToolInvoker {
  /**
   * Throws DomainError UNKNOWN_TOOL, INVALID_REQUEST or TOOL_LIMIT_EXCEEDED. `caller` is whatever tells one client
   * from another (its address): callers take turns at the threads.
   */
  readonly invoke: (tool: string, params: unknown, caller?: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

const cores = availableParallelism();

const lane: LaneOptions = {
  threads: 2,
  timeoutMs: 2000,
  heapMegabytes: 256,
  waitMsMax: 5000,
  waitingMax: 200,
  isBackground: false,
};

export interface ToolInvokerOptions {
  readonly light?: Partial<LaneOptions>;
  readonly heavy?: Partial<LaneOptions>;
}

/** Numbers that name something instead of saying how much. */
const namingNumbers: ReadonlySet<string> = new Set(['seed', 'moment']);

/** Characters, and numbers as if they were so many characters: a count of 1,000 is as much work as a long text. */
function workIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value === 'number') return Math.abs(value);
  if (typeof value !== 'object' || value === null) return 0;
  let work = 0;
  for (const [key, member] of Object.entries(value)) {
    if (typeof member !== 'number' || !namingNumbers.has(key)) work += key.length + workIn(member);
  }
  return work;
}

/** Where a call runs: nothing that a caller could make slow is inline, and little of it is light. */
function placeOf(tool: Tool, params: unknown): 'inline' | 'light' | 'heavy' {
  const work = workIn(params);
  if (work <= (tool.inlineCharsMax ?? -1)) return 'inline';
  if (tool.isHeavy === true) return 'heavy';
  return tool.inlineCharsMax !== undefined || work <= inlineChars ? 'light' : 'heavy';
}

function unknownTool(id: string): DomainError {
  const written = id.length > 100 ? `${id.slice(0, 100)}…` : id;
  return new DomainError('UNKNOWN_TOOL', `There is no tool with the id ${JSON.stringify(written)}.`, {
    hint: `The nearest ids are ${nearestToolIds(id).join(', ')}. GET /api/tools lists every tool.`,
  });
}

export function createToolInvoker(options: ToolInvokerOptions = {}): ToolInvoker {
  const lanes = {
    light: createLane({ ...lane, ...options.light }),
    heavy: createLane({ ...lane, threads: Math.max(2, cores - 1), isBackground: true, ...options.heavy }),
  };

  async function invoke(id: string, params: unknown, caller = anyone): Promise<string> {
    const tool = findTool(id);
    if (tool === undefined) throw unknownTool(id);
    const parsed = tool.params.safeParse(params);
    if (!parsed.success) throw refuseParams(tool, params, parsed.error);
    const place = placeOf(tool, parsed.data);
    if (place !== 'inline') return lanes[place].run({ toolId: id, params: parsed.data }, caller);
    try {
      return await runTool(tool, parsed.data);
    } catch (error) {
      throw toError(toFailure(error));
    }
  }

  async function close(): Promise<void> {
    await Promise.all([lanes.light.close(), lanes.heavy.close()]);
  }

  return { invoke, close };
}
