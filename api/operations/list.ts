import { changeAgent } from './agents/change-agent.ts';
import { createAgent } from './agents/create-agent.ts';
import { deleteAgent } from './agents/delete-agent.ts';
import { listAgents } from './agents/list-agents.ts';
import { readAgent } from './agents/read-agent.ts';
import { changeAlertRule } from './alerts/change-alert-rule.ts';
import { createAlertRule } from './alerts/create-alert-rule.ts';
import { deleteAlertRule } from './alerts/delete-alert-rule.ts';
import { listAlertRules } from './alerts/list-alert-rules.ts';
import { listAlerts } from './alerts/list-alerts.ts';
import { readAlertRule } from './alerts/read-alert-rule.ts';
import { replaceAlertSecret } from './alerts/replace-alert-secret.ts';
import { sendTestAlert } from './alerts/send-test-alert.ts';
import { changeAutomation } from './automations/change-automation.ts';
import { createAutomation } from './automations/create-automation.ts';
import { deleteAutomation } from './automations/delete-automation.ts';
import { listActivity } from './automations/list-activity.ts';
import { listAutomations } from './automations/list-automations.ts';
import { listRevisions } from './automations/list-revisions.ts';
import { pauseAutomation } from './automations/pause-automation.ts';
import { readAutomation } from './automations/read-automation.ts';
import { readRevision } from './automations/read-revision.ts';
import { replayAutomation } from './automations/replay-automation.ts';
import { resumeAutomation } from './automations/resume-automation.ts';
import { listSkipped } from './automations/list-skipped.ts';
import { runSkipped } from './automations/run-skipped.ts';
import { sendDelivery } from './automations/send-delivery.ts';
import { testFilter } from './automations/test-filter.ts';
import { tryInstructions } from './automations/try-instructions.ts';
import { understandDraft } from './automations/understand-draft.ts';
import { listConversations } from './chat/list-conversations.ts';
import { readConversation } from './chat/read-conversation.ts';
import { sendMessage } from './chat/send-message.ts';
import type { Operation } from './define-operation.ts';
import { exportDeliveriesCsv } from './deliveries/export-deliveries-csv.ts';
import { exportDeliveriesJson } from './deliveries/export-deliveries-json.ts';
import { listDeliveryDecisions } from './deliveries/list-delivery-decisions.ts';
import { listDeliveries } from './deliveries/list-deliveries.ts';
import { eraseDelivery } from './deliveries/erase-delivery.ts';
import { readDelivery } from './deliveries/read-delivery.ts';
import { readDeliveryBody } from './deliveries/read-delivery-body.ts';
import { replayDelivery } from './deliveries/replay-delivery.ts';
import { runDuplicate } from './deliveries/run-duplicate.ts';
import { eraseReference } from './erasure/erase-reference.ts';
import { readErasure } from './erasure/read-erasure.ts';
import { answerPreflight } from './hooks/answer-preflight.ts';
import { answerHandshake } from './hooks/answer-handshake.ts';
import { exportWorkspace } from './export/export-workspace.ts';
import { deliver } from './hooks/deliver.ts';
import { analyzeImage } from './images/analyze-image.ts';
import { changePolicy } from './network-access/change-policy.ts';
import { checkRequest } from './network-access/check-request.ts';
import { createPolicy } from './network-access/create-policy.ts';
import { deletePolicy } from './network-access/delete-policy.ts';
import { listDecisions } from './network-access/list-decisions.ts';
import { listPolicies } from './network-access/list-policies.ts';
import { sendRequest } from './network-access/send-request.ts';
import { processPdf } from './pdf/process-pdf.ts';
import { changeSecret } from './secrets/change-secret.ts';
import { createSecret } from './secrets/create-secret.ts';
import { deleteSecret } from './secrets/delete-secret.ts';
import { listSecrets } from './secrets/list-secrets.ts';
import { acceptHandshake } from './senders/accept-handshake.ts';
import { discardHandshake } from './senders/discard-handshake.ts';
import { listSenders } from './senders/list-senders.ts';
import { readHandshake } from './senders/read-handshake.ts';
import { readSenderReport } from './senders/read-sender-report.ts';
import { isAlive } from './service/is-alive.ts';
import { isReady } from './service/is-ready.ts';
import { readOpenApi } from './service/read-open-api.ts';
import { readService } from './service/read-service.ts';
import { readReference } from './service/read-reference.ts';
import { previewBlogPost } from './skills/preview-blog-post.ts';
import { previewHumanizedText } from './skills/preview-humanized-text.ts';
import { createToken } from './tokens/create-token.ts';
import { deleteToken } from './tokens/delete-token.ts';
import { listTokens } from './tokens/list-tokens.ts';
import { readAutomationStats } from './stats/read-automation-stats.ts';
import { readStats } from './stats/read-stats.ts';
import { invokeTool } from './tools/invoke-tool.ts';
import { listTools } from './tools/list-tools.ts';
import { exportWaitlist } from './waitlist/export-waitlist.ts';
import { joinWaitlist } from './waitlist/join-waitlist.ts';
import { listUsage } from './usage/list-usage.ts';
import { readUsage } from './usage/read-usage.ts';
import { changeWorkspace } from './workspaces/change-workspace.ts';
import { changeManagedWorkspace } from './workspaces/change-managed-workspace.ts';
import { createWorkspace } from './workspaces/create-workspace.ts';
import { deleteWorkspace } from './workspaces/delete-workspace.ts';
import { listWorkspaces } from './workspaces/list-workspaces.ts';
import { readLimits } from './workspaces/read-limits.ts';
import { readWorkspace } from './workspaces/read-workspace.ts';
import { replaceOwnerToken } from './workspaces/replace-owner-token.ts';

/** Every operation of the service, in the order of the reference. */
const list = [
  listTools,
  invokeTool,
  analyzeImage,
  processPdf,
  previewBlogPost,
  previewHumanizedText,
  joinWaitlist,
  deliver,
  answerHandshake,
  answerPreflight,
  readWorkspace,
  readLimits,
  changeWorkspace,
  listUsage,
  readUsage,
  exportWorkspace,
  listTokens,
  createToken,
  deleteToken,
  listAgents,
  createAgent,
  readAgent,
  changeAgent,
  deleteAgent,
  listAutomations,
  createAutomation,
  understandDraft,
  readAutomation,
  changeAutomation,
  deleteAutomation,
  listRevisions,
  readRevision,
  pauseAutomation,
  resumeAutomation,
  testFilter,
  tryInstructions,
  listSenders,
  readHandshake,
  acceptHandshake,
  discardHandshake,
  readSenderReport,
  sendDelivery,
  listActivity,
  readAutomationStats,
  readStats,
  listDeliveries,
  listDeliveryDecisions,
  exportDeliveriesCsv,
  exportDeliveriesJson,
  readDelivery,
  readDeliveryBody,
  replayDelivery,
  runDuplicate,
  eraseDelivery,
  eraseReference,
  readErasure,
  replayAutomation,
  listSkipped,
  runSkipped,
  listAlertRules,
  createAlertRule,
  readAlertRule,
  changeAlertRule,
  deleteAlertRule,
  replaceAlertSecret,
  sendTestAlert,
  listAlerts,
  listPolicies,
  createPolicy,
  changePolicy,
  deletePolicy,
  listDecisions,
  listSecrets,
  createSecret,
  changeSecret,
  deleteSecret,
  checkRequest,
  sendRequest,
  sendMessage,
  listConversations,
  readConversation,
  exportWaitlist,
  readService,
  listWorkspaces,
  createWorkspace,
  changeManagedWorkspace,
  deleteWorkspace,
  replaceOwnerToken,
  isAlive,
  isReady,
  readReference,
  readOpenApi,
] as const;

/** The deps of all handlers. */
export type OperationDeps = (typeof list)[number] extends (deps: infer Deps) => unknown ? Deps : never;

export type ListedOperation = ReturnType<(typeof list)[number]>;

export const createOperations = (deps: OperationDeps): readonly Operation[] =>
  list.map((create) => create(deps));
