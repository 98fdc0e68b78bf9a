import { agentOperations } from './agents/index.ts';
import { alertOperations } from './alerts/index.ts';
import { apiOperations } from './apis/index.ts';
import { approvalOperations } from './approvals/index.ts';
import { auditOperations } from './audit/index.ts';
import { automationOperations } from './automations/index.ts';
import { caseOperations } from './cases/index.ts';
import { causeOperations } from './causes/index.ts';
import { chatOperations } from './chat/index.ts';
import type { Operation } from './define-operation.ts';
import { deliveryOperations } from './deliveries/index.ts';
import { erasureOperations } from './erasure/index.ts';
import { eventOperations } from './events/index.ts';
import { exportOperations } from './export/index.ts';
import { hookOperations } from './hooks/index.ts';
import { imageOperations } from './images/index.ts';
import { networkAccessOperations } from './network-access/index.ts';
import { pdfOperations } from './pdf/index.ts';
import { rehearsalOperations } from './rehearsals/index.ts';
import { secretOperations } from './secrets/index.ts';
import { senderOperations } from './senders/index.ts';
import { serviceOperations } from './service/index.ts';
import { skillOperations } from './skills/index.ts';
import { statsOperations } from './stats/index.ts';
import { tokenOperations } from './tokens/index.ts';
import { toolOperations } from './tools/index.ts';
import { usageOperations } from './usage/index.ts';
import { waitlistOperations } from './waitlist/index.ts';
import { workspaceOperations } from './workspaces/index.ts';

/** Every operation of the service, in the order of the reference. */
const list = [
  ...toolOperations,
  ...imageOperations,
  ...pdfOperations,
  ...skillOperations,
  ...waitlistOperations,
  ...hookOperations,
  ...workspaceOperations,
  ...usageOperations,
  ...exportOperations,
  ...auditOperations,
  ...tokenOperations,
  ...agentOperations,
  ...automationOperations,
  ...rehearsalOperations,
  ...caseOperations,
  ...senderOperations,
  ...statsOperations,
  ...deliveryOperations,
  ...causeOperations,
  ...erasureOperations,
  ...approvalOperations,
  ...alertOperations,
  ...eventOperations,
  ...networkAccessOperations,
  ...apiOperations,
  ...secretOperations,
  ...chatOperations,
  ...serviceOperations,
] as const;

/** The deps of all handlers. */
export type OperationDeps = (typeof list)[number] extends (deps: infer Deps) => unknown ? Deps : never;

export type ListedOperation = ReturnType<(typeof list)[number]>;

export const createOperations = (deps: OperationDeps): readonly Operation[] =>
  list.map((create) => create(deps));
