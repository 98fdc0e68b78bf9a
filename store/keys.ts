import type { Outcome } from '../contracts/run.ts';

/**
 * Every key that we use, in one place. All keys of a workspace share the hash tag `{workspaceId}`, so that one
 * script may touch several of them on a Redis cluster.
 */
export const keys = {
  workspaces: 'workspaces',
  workspaceToken: (tokenHash: string) => `token:${tokenHash}`,
  hook: (tokenHash: string) => `hook:${tokenHash}`,
  hookFlood: (workspaceId: string, automationId: string) =>
    `{${workspaceId}}:automation:${automationId}:requests`,
  usage: (workspaceId: string, month: string) => `{${workspaceId}}:usage:${month}`,
  minute: (workspaceId: string) => `{${workspaceId}}:minute`,
  slots: (workspaceId: string) => `{${workspaceId}}:places`,
  slotsCheck: (workspaceId: string) => `{${workspaceId}}:places:check`,
  automations: (workspaceId: string) => `{${workspaceId}}:automations`,
  /** Deleted ones included: their deliveries are still kept. Conversations too: their messages are kept as long. */
  everyAutomation: (workspaceId: string) => `{${workspaceId}}:automations:every`,
  automation: (workspaceId: string, automationId: string) => `{${workspaceId}}:automation:${automationId}`,
  revisionPrefix: (workspaceId: string, automationId: string) =>
    `{${workspaceId}}:automation:${automationId}:revision:`,
  revision: (workspaceId: string, automationId: string, revision: number) =>
    `{${workspaceId}}:automation:${automationId}:revision:${revision}`,
  /** Runs of an automation, or of a conversation, by arrival. */
  activity: (workspaceId: string, ownerId: string) => `{${workspaceId}}:automation:${ownerId}:activity`,
  activityWith: (workspaceId: string, ownerId: string, outcome: Outcome) =>
    `{${workspaceId}}:automation:${ownerId}:activity:${outcome}`,
  /** Messages of a conversation in the order in which their answers were begun. */
  begunMessages: (workspaceId: string, conversationId: string) =>
    `{${workspaceId}}:automation:${conversationId}:activity:begun`,
  /** Of a delivery, or of a message of a chat. */
  run: (workspaceId: string, runId: string) => `{${workspaceId}}:delivery:${runId}`,
  body: (workspaceId: string, runId: string) => `{${workspaceId}}:delivery:${runId}:body`,
  steps: (workspaceId: string, runId: string) => `{${workspaceId}}:delivery:${runId}:steps`,
  turns: (workspaceId: string, runId: string) => `{${workspaceId}}:delivery:${runId}:turns`,
  calls: (workspaceId: string, runId: string) => `{${workspaceId}}:delivery:${runId}:calls`,
  workspace: (workspaceId: string) => `{${workspaceId}}:workspace`,
  /** The id of the master key that wraps every secret of the workspace, as far as is known. */
  secretsWrappedBy: (workspaceId: string) => `{${workspaceId}}:secrets:wrapped-by`,
  agents: (workspaceId: string) => `{${workspaceId}}:agents`,
  agent: (workspaceId: string, agentId: string) => `{${workspaceId}}:agent:${agentId}`,
  policies: (workspaceId: string, agentId: string) => `{${workspaceId}}:agent:${agentId}:policies`,
  decisions: (workspaceId: string, agentId: string) => `{${workspaceId}}:agent:${agentId}:decisions`,
  conversations: (workspaceId: string, agentId: string) => `{${workspaceId}}:agent:${agentId}:conversations`,
  conversation: (workspaceId: string, conversationId: string) =>
    `{${workspaceId}}:conversation:${conversationId}`,
  /** Messages of all conversations that are waiting or being answered. */
  openMessages: (workspaceId: string) => `{${workspaceId}}:messages:open`,
  quota: (client: string) => `quota:{${client}}`,
  previewsOfClient: (day: string, client: string) => `previews:{${day}}:client:${client}`,
  previewsOfDay: (day: string) => `previews:{${day}}:all`,
  modelCallsOfDay: (day: string) => `model-calls:${day}`,
  waitlistAddresses: (sheet: string) => `waitlist:{${encodeURIComponent(sheet)}}:addresses`,
  waitlistRows: (sheet: string) => `waitlist:{${encodeURIComponent(sheet)}}:rows`,
  sheetIndex: (spreadsheetId: string, sheet: string) =>
    `sheet:{${spreadsheetId}:${encodeURIComponent(sheet)}}:index`,
  sheetUncertain: (spreadsheetId: string, sheet: string) =>
    `sheet:{${spreadsheetId}:${encodeURIComponent(sheet)}}:uncertain`,
  sheetLease: (spreadsheetId: string, sheet: string) =>
    `sheet:{${spreadsheetId}:${encodeURIComponent(sheet)}}:lease`,
} as const;
