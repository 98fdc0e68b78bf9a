/**
 * Every key that we use, in one place. All keys of a workspace share the hash tag `{workspaceId}`, so that one
 * script may touch several of them on a Redis cluster.
 */
export const keys = {
  workspaces: 'workspaces',
  workspaceToken: (tokenHash: string) => `token:${tokenHash}`,
  hook: (tokenHash: string) => `hook:{${tokenHash}}`,
  hookFlood: (tokenHash: string) => `hook:{${tokenHash}}:flood`,
  workspace: (workspaceId: string) => `{${workspaceId}}:workspace`,
  agents: (workspaceId: string) => `{${workspaceId}}:agents`,
  agent: (workspaceId: string, agentId: string) => `{${workspaceId}}:agent:${agentId}`,
  policies: (workspaceId: string, agentId: string) => `{${workspaceId}}:agent:${agentId}:policies`,
  decisions: (workspaceId: string, agentId: string) => `{${workspaceId}}:agent:${agentId}:decisions`,
} as const;
