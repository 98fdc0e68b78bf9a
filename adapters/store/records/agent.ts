import { z } from 'zod';

import { Decision } from '#contracts/decision.ts';
import { StoredConnection } from '#contracts/oauth.ts';
import { PolicyRecord } from '#contracts/policy.ts';
import { defineRecord } from './define.ts';
import { epochMs, integer, json, orNull } from './fields.ts';
import { encoded, key } from './key.ts';
import { modelSettings } from './model-settings.ts';

/** The policies of one domain; each agent has a field of them for every domain. */
export const PoliciesOfDomain = json(z.array(PolicyRecord));

const untilDeleted = 'Until the agent is deleted.';

export const agentRecords = {
  agents: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:agents`,
    purpose: 'The agents of a workspace.',
    member: 'agent id',
    score: 'when it was made, ms',
    writers: ['workspace/agents.ts', 'workspace/workspaces.ts'],
    lifetime: 'Each member until it is deleted.',
  }),
  agent: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:agent:${'agentId'}`,
    purpose: 'An agent.',
    fields: z.object({
      id: z.string().describe('Its id.'),
      name: z.string().describe('The name that people use.'),
      model: modelSettings.describe(
        'Its models and how they act, as JSON, or only the id of its main model. Absent or empty: those of the service.',
      ),
    }),
    writers: ['workspace/agents.ts', 'workspace/workspaces.ts'],
    lifetime: untilDeleted,
  }),
  policies: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:agent:${'agentId'}:policies`,
    purpose: 'The Network Access policies of an agent; a decision reads a handful of fields.',
    entries: [
      { name: 'on:<domain>', pattern: /^on:.+$/, value: PoliciesOfDomain },
      { name: 'id:<policyId>', pattern: /^id:.+$/, value: z.string().describe('Its domain.') },
      {
        name: 'used:<policyId>',
        pattern: /^used:.+$/,
        value: epochMs.describe('When a request was last allowed by it.'),
      },
      {
        name: 'uses-since',
        pattern: /^uses-since$/,
        value: epochMs.describe('Since when uses are noted: of a use before that nothing is known.'),
      },
    ],
    writers: [
      'scripts/write-policy.lua',
      'scripts/remove-policy.lua',
      'scripts/append-decision.lua',
      'workspace/agents.ts',
    ],
    lifetime: untilDeleted,
  }),
  connections: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:agent:${'agentId'}:connections`,
    purpose: 'The connections of policies to authorization servers (OAuth 2), tokens sealed.',
    entries: [{ name: '<policyId>', pattern: /^pol_.+$/, value: json(StoredConnection) }],
    writers: [
      'scripts/write-connection.lua',
      'scripts/write-policy.lua',
      'scripts/remove-policy.lua',
      'scripts/replace-field.lua',
      'policy/connections.ts',
      'workspace/agents.ts',
    ],
    lifetime: 'Each entry until its policy is deleted, or has other settings of OAuth.',
  }),
  connectionLock: defineRecord({
    type: 'string',
    key: key`{${'workspaceId'}}:agent:${'agentId'}:connection:${'policyId'}:lock`,
    purpose: 'The process that refreshes the token of a policy.',
    value: z.string(),
    writers: ['policy/connections.ts', 'scripts/release-lease.lua'],
    lifetime: '1 minute, or until the token is stored.',
  }),
  pendingConnection: defineRecord({
    type: 'string',
    key: key`{${'workspaceId'}}:pending-connection:${'stateHash'}`,
    purpose:
      'A connection that waits for the answer of an authorization server: who began it and its PKCE verifier, sealed.',
    value: z.string(),
    writers: ['policy/pending-connections.ts'],
    lifetime: '10 minutes, or until the answer arrives.',
  }),
  decisions: defineRecord({
    type: 'stream',
    key: key`{${'workspaceId'}}:agent:${'agentId'}:decisions`,
    purpose: 'The audit log of an agent: what it was allowed and refused.',
    fields: z.object({
      decision: json(Decision.omit({ id: true, at: true })).describe(
        'The decision; its id and moment are those of the entry.',
      ),
    }),
    writers: ['scripts/append-decision.lua', 'sweep/retention.ts', 'workspace/agents.ts'],
    lifetime: 'Each entry until the retention has passed.',
  }),
  circuit: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:agent:${'agentId'}:circuit:${encoded('origin')}`,
    purpose: 'A target that does not process the requests of an agent.',
    fields: z.object({
      failures: integer.describe('Requests in a row that it did not process.'),
      failingSince: epochMs.describe('When the first of them failed.'),
      rests: integer.default(0).describe('How often it was left to rest.'),
      restsUntil: orNull(epochMs).describe('No request goes out before.'),
      triedUntil: orNull(epochMs).describe('How long the one request that tries it may take.'),
    }),
    writers: ['circuits.ts', 'scripts/ask-circuit.lua', 'scripts/report-outage.lua'],
    lifetime: 'Until it processes a request; an hour after the last failure.',
  }),
  conversations: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:agent:${'agentId'}:conversations`,
    purpose: 'The conversations with an agent.',
    member: 'conversation id',
    score: '`updatedAt`',
    writers: ['scripts/store-message.lua', 'scripts/remove-conversation.lua'],
    lifetime: 'Each member as long as its conversation.',
  }),
  conversation: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:conversation:${'conversationId'}`,
    purpose: 'A conversation with an agent.',
    fields: z.object({
      agentId: z.string().describe('Its agent.'),
      title: z.string().describe('The beginning of the first message.'),
      nonce: z.string().describe('Marks data from outside in all of its prompts.'),
      createdAt: epochMs.describe('When the first message arrived.'),
      updatedAt: epochMs.describe('When the last message arrived.'),
    }),
    writers: ['scripts/store-message.lua', 'scripts/remove-conversation.lua'],
    lifetime: 'Until the last of its messages is gone.',
  }),
  begunMessages: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:automation:${'conversationId'}:activity:begun`,
    purpose: 'The messages of a conversation that were begun to be answered: the order of the exchanges.',
    member: 'message id',
    score: 'its number, from 1',
    writers: ['scripts/begin-message.lua', 'sweep/retention.ts'],
    lifetime: 'Each member as long as its message.',
  }),
} as const;
