import { exportAuditCsv } from './export-audit-csv.ts';
import { listAudit } from './list-audit.ts';

export const auditOperations = [listAudit, exportAuditCsv] as const;
