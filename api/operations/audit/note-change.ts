import type { NewAuditEntry } from '#contracts/audit.ts';
import type { AuditLog } from '#store/audit/audit-log.ts';

/** Notes a change that was made. Every entry of the audit log comes through here. */
export type NoteChange = (workspaceId: string, change: NewAuditEntry) => Promise<void>;

interface Deps {
  readonly auditLog: Pick<AuditLog, 'append'>;
  readonly logger: { readonly error: (fields: object, message: string) => void };
}

/** Never rejects: the change is made, and its caller has to learn that. */
export const createNoteChange =
  ({ auditLog, logger }: Deps): NoteChange =>
  async (workspaceId, change) => {
    try {
      await auditLog.append(workspaceId, change);
    } catch (error) {
      logger.error({ error, workspaceId, ...change }, 'change not written to the audit log');
    }
  };
