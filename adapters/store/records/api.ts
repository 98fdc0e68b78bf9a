import { z } from 'zod';

import { StoredApi } from '#contracts/api.ts';
import { defineRecord } from './define.ts';
import { json } from './fields.ts';
import { key } from './key.ts';

const lifetime = 'Each field until its API is deleted, or the agent is.';

/** The APIs of an agent, of which its owner gave documents. */
export const apiRecords = {
  apis: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:agent:${'agentId'}:apis`,
    purpose: 'The APIs of an agent, with the operations that its owner chose.',
    entries: [{ name: '<api id>', pattern: /^api_/, value: json(StoredApi) }],
    writers: ['api/apis.ts', 'scripts/replace-field.lua', 'workspace/agents.ts'],
    lifetime,
  }),
  apiDocuments: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:agent:${'agentId'}:api-documents`,
    purpose: 'All operations of the documents of APIs, to choose from.',
    entries: [
      {
        name: '<api id>:<digest of the document>',
        pattern: /^api_[^:]+:[0-9a-f]{64}$/,
        value: z.string().describe('The operations as JSON, compressed, in base64.'),
      },
    ],
    writers: ['api/apis.ts', 'workspace/agents.ts'],
    lifetime,
  }),
} as const;
