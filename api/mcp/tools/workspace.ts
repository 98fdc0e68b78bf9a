import { AutomationChange, NewAutomation } from '#contracts/automation.ts';
import { pick } from '#domain/pick.ts';
import { NewFilterTest } from '../../operations/automations/filter-test.ts';
import { NewRehearsal } from '../../operations/rehearsals/new-rehearsal.ts';
import type { McpTool, Progress } from '../mcp-tool.ts';

const texts = ['name', 'instructions', 'filter'] as const;

/** Tools for a token of a workspace that act on it. */
export const changingTools: readonly McpTool[] = [
  {
    name: 'create_automation',
    operation: 'createAutomation',
    does: 'Creates an automation with a URL of its own. An owner adds the signing secret of its sender and opens the hosts that it needs.',
    body: pick(NewAutomation.shape, [...texts, 'agentId', 'sender']),
    changes: true,
    isUntrusted: true,
  },
  {
    name: 'change_automation',
    operation: 'changeAutomation',
    does: 'Changes the name, the instructions or the filter of an automation. Rehearse a change first.',
    body: pick(AutomationChange.shape, [...texts, 'basedOnRevision']),
    changes: true,
    isUntrusted: true,
    hints: {
      CASES_BROKEN: 'Change the texts so that these cases hold, or leave the decision to a person.',
    },
  },
  {
    name: 'test_filter',
    operation: 'testFilter',
    does: 'Tries a filter on the newest stored deliveries of an automation. Nothing runs and nothing is changed.',
    body: pick(NewFilterTest.shape, ['filter', 'limit', 'askModel']),
    isUntrusted: true,
  },
  {
    name: 'start_rehearsal',
    operation: 'startRehearsal',
    does: 'Starts to play stored deliveries through a changed automation, with no request sent, and gives the id for read_rehearsal. The automation stays as it is.',
    body: pick(NewRehearsal.shape, [...texts, 'revision', 'deliveries', 'onlyEstimate']),
    changes: true,
  },
  {
    name: 'read_rehearsal',
    operation: 'readRehearsal',
    does: 'Reads how far a rehearsal is, and its deliveries beside their runs. With a progress token it waits up to 25 seconds for the end.',
    isUntrusted: true,
    progressOf: rehearsalProgress,
  },
  {
    name: 'replay_delivery',
    operation: 'replayDelivery',
    does: "Processes one delivery again with today's instructions, as a new delivery that is billed. An Idempotency-Key makes a repeated call harmless.",
    changes: true,
    isUntrusted: true,
  },
];

function rehearsalProgress(answer: unknown): Progress | null {
  const { state, done, of } = answer as {
    readonly state: string;
    readonly done: number;
    readonly of: number;
  };
  return state === 'running' ? { progress: done, total: of } : null;
}

/** Tools for a token of a workspace that only look. */
export const readingTools: readonly McpTool[] = [
  {
    name: 'list_automations',
    operation: 'listAutomations',
    does: 'Lists the automations of the workspace.',
    isUntrusted: true,
  },
  {
    name: 'read_automation',
    operation: 'readAutomation',
    does: 'Reads an automation: its texts, their meaning, and the deliveries that its filter would run.',
    isUntrusted: true,
  },
  {
    name: 'list_deliveries',
    operation: 'listDeliveries',
    does: 'Searches the deliveries of the workspace, newest first, with their outcomes.',
    isUntrusted: true,
  },
  {
    name: 'read_delivery',
    operation: 'readDelivery',
    does: 'Reads what arrived, the steps of the run, its answer and its cost.',
    isUntrusted: true,
  },
  {
    name: 'read_usage',
    operation: 'listUsage',
    does: 'Reads what the workspace used, month by month.',
  },
  {
    name: 'list_approvals',
    operation: 'listApprovals',
    does: 'Lists requests that wait, or waited, for the approval of a person. Nothing here can decide one.',
    isUntrusted: true,
  },
  {
    name: 'list_network_access',
    operation: 'listPolicies',
    does: 'Lists the hosts that an agent may reach. Only an owner changes them.',
  },
  {
    name: 'list_secrets',
    operation: 'listSecrets',
    does: 'Lists the names of the secrets of the workspace, never their values.',
  },
];
