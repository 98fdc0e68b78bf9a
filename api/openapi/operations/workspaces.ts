import {
  Agent,
  AgentChange,
  CreatedWorkspace,
  NewAgent,
  NewWorkspace,
  WorkspaceView,
} from '../../../contracts/workspace.ts';
import type { Operation } from '../operation.ts';
import { agentPath } from './agent-path.ts';
import { ListQuery, listOf } from './list-of.ts';

const json = 'application/json';

/** Workspaces and their agents. */
export const workspaceOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/manage/workspaces',
    id: 'createWorkspace',
    part: 'operator',
    summary: 'Create a workspace',
    description: 'The token is shown this once.',
    request: [
      {
        mediaType: json,
        schema: NewWorkspace,
        examples: { named: { summary: 'A workspace', value: { name: 'Support' } } },
      },
    ],
    success: {
      status: 201,
      description: 'The workspace with its token.',
      bodies: [{ mediaType: json, schema: CreatedWorkspace }],
    },
  },
  {
    method: 'get',
    path: '/manage/workspace',
    id: 'readWorkspace',
    part: 'manage',
    summary: 'Read the workspace of the token',
    success: {
      status: 200,
      description: 'What it used this month (UTC), and its limits.',
      bodies: [{ mediaType: json, schema: WorkspaceView }],
    },
  },
  {
    method: 'get',
    path: '/manage/agents',
    id: 'listAgents',
    part: 'manage',
    summary: 'List agents',
    query: ListQuery,
    success: {
      status: 200,
      description: 'A page of agents.',
      bodies: [{ mediaType: json, schema: listOf(Agent) }],
    },
    refusals: ['INVALID_REQUEST'],
  },
  {
    method: 'post',
    path: '/manage/agents',
    id: 'createAgent',
    part: 'manage',
    summary: 'Create an agent',
    request: [
      {
        mediaType: json,
        schema: NewAgent,
        examples: { named: { summary: 'With the default model', value: { name: 'Billing' } } },
      },
    ],
    success: { status: 201, description: 'The agent.', bodies: [{ mediaType: json, schema: Agent }] },
  },
  {
    method: 'get',
    path: '/manage/agents/{agentId}',
    id: 'readAgent',
    part: 'manage',
    summary: 'Read an agent',
    pathParams: agentPath,
    success: { status: 200, description: 'The agent.', bodies: [{ mediaType: json, schema: Agent }] },
    refusals: ['NOT_FOUND'],
  },
  {
    method: 'patch',
    path: '/manage/agents/{agentId}',
    id: 'changeAgent',
    part: 'manage',
    summary: 'Change an agent',
    pathParams: agentPath,
    request: [
      {
        mediaType: json,
        schema: AgentChange,
        examples: { renamed: { summary: 'A new name', value: { name: 'Invoices' } } },
      },
    ],
    success: { status: 200, description: 'The agent.', bodies: [{ mediaType: json, schema: Agent }] },
    refusals: ['NOT_FOUND'],
  },
  {
    method: 'delete',
    path: '/manage/agents/{agentId}',
    id: 'deleteAgent',
    part: 'manage',
    summary: 'Delete an agent',
    description: 'Not while an automation uses it, and not the last one.',
    pathParams: agentPath,
    success: { status: 204, description: 'It is gone.' },
    refusals: ['INVALID_REQUEST', 'NOT_FOUND'],
  },
];
