import type { z } from 'zod';

import type { ErrorCode } from '#contracts/errors.ts';
import type { ListedOperation } from '../operations/list.ts';

/**
 * A tool of `/mcp`: an operation of the HTTP API, with a part of its input. Rights, refusals and audit are those of the operation. No tool may reach an
 * operation that decides approvals, confirms plans, or changes policies, secrets or tokens: the model behind it reads deliveries that anybody sent.
 */
export interface McpTool {
  readonly name: string;
  readonly operation: ListedOperation['id'];
  /** For the model that chooses. */
  readonly does: string;
  /** The members of the body that a model may give. The operation parses them again. */
  readonly body?: z.core.$ZodShape;
  /** The body of the operation, where it is not these members. */
  readonly bodyOf?: (members: Readonly<Record<string, unknown>>) => unknown;
  /** Parameters of the query that are not optional here. */
  readonly requires?: readonly string[];
  /** Set where it leaves something behind: an automation, a run, a rehearsal. */
  readonly changes?: true;
  /** Set where the answer has texts that others than the caller wrote. */
  readonly isUntrusted?: true;
  /** Next steps that hold here, in the place of those of the operation. */
  readonly hints?: Readonly<Partial<Record<ErrorCode, string>>>;
  /** How far the work is that the answer tells of; null once it is over. */
  readonly progressOf?: (answer: unknown) => Progress | null;
}

export interface Progress {
  readonly progress: number;
  readonly total?: number;
}
