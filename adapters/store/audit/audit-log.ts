import type { AuditEntry, NewAuditEntry } from '#contracts/audit.ts';
import type { Redis } from '../connection/connect.ts';
import type { Page, PageQuery } from '../page.ts';
import { pageOfStream, timeOfEntry } from '../page-of-stream.ts';
import { auditRecords } from '../records/audit.ts';
import { fieldsOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { script } from '../script.ts';

const { fields } = auditRecords.audit;
const appendChange = script('append-change');
/** A bound for a program that changes something without end. */
const entriesMax = 100_000;

/** The audit log of each workspace: who changed what. The sweep removes expired entries (`retention.ts`). */
export function createAuditLog({ redis }: { readonly redis: Redis }) {
  /** Nothing is kept of a workspace that is being deleted. */
  async function append(workspaceId: string, change: NewAuditEntry): Promise<void> {
    await appendChange(
      redis,
      [keys.workspace(workspaceId), keys.audit(workspaceId)],
      [String(entriesMax), ...fieldsOf(fields, { change })],
    );
  }

  /** Newest first. Throws INVALID_REQUEST for a cursor of no page. */
  async function list(workspaceId: string, query: PageQuery): Promise<Page<AuditEntry>> {
    const { items, nextCursor } = await pageOfStream(redis, keys.audit(workspaceId), query);
    return {
      items: items.map(({ id, message }) => ({
        id: `aud_${id}`,
        at: timeOfEntry(id),
        ...fields.parse(message).change,
      })),
      nextCursor,
    };
  }

  return { append, list };
}

export type AuditLog = ReturnType<typeof createAuditLog>;
