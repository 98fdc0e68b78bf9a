import { agentRecords } from './agent.ts';
import { alertRecords } from './alert.ts';
import { apiRecords } from './api.ts';
import { approvalRecords } from './approval.ts';
import { archiveRecords } from './archive.ts';
import { auditRecords } from './audit.ts';
import { automationRecords } from './automation.ts';
import { budgetRecords } from './budget.ts';
import { caseRecords } from './case.ts';
import { countRecords } from './counts.ts';
import { doorRecords } from './door.ts';
import { erasureRecords } from './erasure.ts';
import { eventRecords } from './event.ts';
import { heldRecords } from './held.ts';
import { publicRecords } from './public.ts';
import { repeatRecords } from './repeat.ts';
import { rehearsalRecords } from './rehearsal.ts';
import { reportRecords } from './report.ts';
import { runRecords } from './run.ts';
import { sessionRecords } from './session.ts';
import { slotRecords } from './slots.ts';
import { searchRecords } from './search.ts';
import { sweepRecords } from './sweep.ts';
import { usageRecords } from './usage.ts';
import { workspaceRecords } from './workspace.ts';

/**
 * Everything that we keep in Redis. All keys of a workspace share the hash tag `{workspaceId}`, so that one script may
 * touch several of them on a Redis cluster. `docs/records.md` is made from this list.
 */
export const records = {
  ...workspaceRecords,
  ...slotRecords,
  ...agentRecords,
  ...apiRecords,
  ...automationRecords,
  ...runRecords,
  ...repeatRecords,
  ...approvalRecords,
  ...auditRecords,
  ...archiveRecords,
  ...searchRecords,
  ...caseRecords,
  ...countRecords,
  ...usageRecords,
  ...doorRecords,
  ...budgetRecords,
  ...heldRecords,
  ...rehearsalRecords,
  ...reportRecords,
  ...erasureRecords,
  ...alertRecords,
  ...eventRecords,
  ...sweepRecords,
  ...publicRecords,
  ...sessionRecords,
} as const;

type Keys = { readonly [Name in keyof typeof records]: (typeof records)[Name]['key'] };

export const keys = Object.fromEntries(
  Object.entries(records).map(([name, record]) => [name, record.key]),
) as Keys;
