import type { z } from 'zod';

import { capabilityOf } from '#capabilities/calls.ts';
import type { ApprovalState } from '#contracts/run.ts';
import type { Redis } from '../connection/connect.ts';
import { type Page, pageOfIds, type PageQuery } from '../page.ts';
import { approvalRecords } from '../records/approval.ts';
import { keys } from '../records/index.ts';

const { fields } = approvalRecords.approval;
export type ApprovalRecord = Readonly<z.output<typeof fields>>;
export type ListedApproval = ApprovalRecord & { readonly id: string };

/** An open approval in a line: without a value of the delivery. `expiresAt`: epoch milliseconds. */
export interface OpenApproval {
  readonly id: string;
  readonly summary: string;
  readonly expiresAt: number;
}

/** Reads approvals. */
export function createApprovalReading({ redis }: { readonly redis: Redis }) {
  /** Null where there is none. */
  async function find(workspaceId: string, approvalId: string): Promise<ApprovalRecord | null> {
    const stored = await redis.hGetAll(keys.approval(workspaceId, approvalId));
    return stored['state'] === undefined ? null : fields.parse(stored);
  }

  /** In the order of their ids; one that is gone is left out. */
  async function findAll(workspaceId: string, ids: readonly string[]): Promise<readonly ListedApproval[]> {
    const found = await Promise.all(ids.map(async (id) => ({ id, record: await find(workspaceId, id) })));
    return found.flatMap(({ id, record }) => (record === null ? [] : [{ id, ...record }]));
  }

  /** Newest first. */
  async function list(
    workspaceId: string,
    { state, ...query }: PageQuery & { readonly state?: ApprovalState | undefined },
  ): Promise<Page<ListedApproval>> {
    const page = await pageOfIds(redis, keys.approvals(workspaceId, state ?? 'all'), query);
    return { items: await findAll(workspaceId, page.items), nextCursor: page.nextCursor };
  }

  /** The open ones of a run. */
  async function openOf(workspaceId: string, runId: string): Promise<readonly OpenApproval[]> {
    const ids = (await redis.hGet(keys.run(workspaceId, runId), 'approvals'))?.split(' ') ?? [];
    return (await findAll(workspaceId, ids))
      .filter(({ state }) => state === 'open')
      .map(({ id, call, expiresAt }) => ({ id, summary: capabilityOf(call).describe(call), expiresAt }));
  }

  const openCount = (workspaceId: string): Promise<number> =>
    redis.zCard(keys.approvals(workspaceId, 'open'));

  return { find, list, openOf, openCount };
}
