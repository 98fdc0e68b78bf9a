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
  places: (workspaceId: string) => `{${workspaceId}}:places`,
  placesCheck: (workspaceId: string) => `{${workspaceId}}:places:check`,
  automations: (workspaceId: string) => `{${workspaceId}}:automations`,
  /** Deleted ones included: their deliveries are still kept. Conversations too: their messages are kept as long. */
  everyAutomation: (workspaceId: string) => `{${workspaceId}}:automations:every`,
  automation: (workspaceId: string, automationId: string) => `{${workspaceId}}:automation:${automationId}`,
  revision: (workspaceId: string, automationId: string, revision: number) =>
    `{${workspaceId}}:automation:${automationId}:revision:${revision}`,
  activity: (workspaceId: string, automationId: string, outcome?: string) =>
    `{${workspaceId}}:automation:${automationId}:activity${outcome === undefined ? '' : `:${outcome}`}`,
  delivery: (workspaceId: string, deliveryId: string) => `{${workspaceId}}:delivery:${deliveryId}`,
  body: (workspaceId: string, deliveryId: string) => `{${workspaceId}}:delivery:${deliveryId}:body`,
  steps: (workspaceId: string, deliveryId: string) => `{${workspaceId}}:delivery:${deliveryId}:steps`,
  turns: (workspaceId: string, deliveryId: string) => `{${workspaceId}}:delivery:${deliveryId}:turns`,
  calls: (workspaceId: string, deliveryId: string) => `{${workspaceId}}:delivery:${deliveryId}:calls`,
  workspace: (workspaceId: string) => `{${workspaceId}}:workspace`,
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
