import { Automation, AutomationChange, NewAutomation } from '../../../contracts/automation.ts';
import { ActivityRow } from '../../../contracts/delivery.ts';
import { FilterTest, NewFilterTest } from '../../../contracts/filter-test.ts';
import { Outcome } from '../../../contracts/run.ts';
import { z } from 'zod';
import type { Operation } from '../operation.ts';
import { listOf, listParams, ListQuery } from './list-of.ts';

const idPath = { id: 'The id of an automation.' };
const json = 'application/json';
const automation = { mediaType: json, schema: Automation };

const switches: readonly Operation[] = (['pause', 'resume'] as const).map((verb) => ({
  method: 'post',
  path: `/manage/automations/{id}/${verb}`,
  id: `${verb}Automation`,
  part: 'manage',
  summary: verb === 'pause' ? 'Pause an automation' : 'Resume an automation',
  description:
    verb === 'pause'
      ? 'Deliveries are answered `skipped` and wake nothing; the URL stays. They show in the activity, but their bodies are not kept: they cannot be read or replayed later. Their event ids are not remembered either, so the sender may send them again after the automation is resumed.'
      : 'Deliveries wake the agent again.',
  pathParams: idPath,
  success: { status: 200, description: 'The automation.', bodies: [automation] },
  refusals: ['NOT_FOUND'],
}));

/** Automations and their activity. */
export const automationOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/manage/automations',
    id: 'listAutomations',
    part: 'manage',
    summary: 'List automations',
    query: ListQuery,
    success: {
      status: 200,
      description: 'A page of automations.',
      bodies: [{ mediaType: json, schema: listOf(Automation) }],
    },
    refusals: ['INVALID_REQUEST'],
  },
  {
    method: 'post',
    path: '/manage/automations',
    id: 'createAutomation',
    part: 'manage',
    summary: 'Create an automation',
    description: 'It gets a URL of its own. Without `agentId` it belongs to the first agent.',
    request: [
      {
        mediaType: json,
        schema: NewAutomation,
        examples: {
          filtered: {
            summary: 'With a filter',
            value: {
              name: 'Large orders',
              instructions: 'Summarise the delivery.',
              filter: 'order.total is greater than 100',
            },
          },
        },
      },
    ],
    success: { status: 201, description: 'The automation with its URL.', bodies: [automation] },
    refusals: ['NOT_FOUND'],
  },
  {
    method: 'get',
    path: '/manage/automations/{id}',
    id: 'readAutomation',
    part: 'manage',
    summary: 'Read an automation',
    pathParams: idPath,
    success: { status: 200, description: 'The automation.', bodies: [automation] },
    refusals: ['NOT_FOUND'],
  },
  {
    method: 'patch',
    path: '/manage/automations/{id}',
    id: 'changeAutomation',
    part: 'manage',
    summary: 'Change an automation',
    description: 'The URL stays. The next delivery uses the new instructions.',
    pathParams: idPath,
    request: [
      {
        mediaType: json,
        schema: AutomationChange,
        examples: {
          instructed: { summary: 'New instructions', value: { instructions: 'Quote the delivery.' } },
        },
      },
    ],
    success: { status: 200, description: 'The automation.', bodies: [automation] },
    refusals: ['NOT_FOUND'],
  },
  {
    method: 'delete',
    path: '/manage/automations/{id}',
    id: 'deleteAutomation',
    part: 'manage',
    summary: 'Delete an automation',
    description: 'Its URL is retired for good.',
    pathParams: idPath,
    success: { status: 204, description: 'It is gone.' },
    refusals: ['NOT_FOUND'],
  },
  ...switches,
  {
    method: 'post',
    path: '/manage/automations/{id}/filter-test',
    id: 'testFilter',
    part: 'manage',
    summary: 'Try a filter on what arrived lately',
    description:
      'Judges the newest stored deliveries by the rules alone: no model is asked, nothing is sent, no run begins and nothing is billed. The automation keeps the filter that it has.',
    pathParams: idPath,
    request: [
      {
        mediaType: json,
        schema: NewFilterTest,
        examples: {
          large: { summary: 'Which orders would run', value: { filter: 'order.total is greater than 100' } },
        },
      },
    ],
    success: {
      status: 200,
      description: 'How many of them would have run, and why, newest first.',
      bodies: [{ mediaType: json, schema: FilterTest }],
    },
    refusals: ['NOT_FOUND'],
  },
  {
    method: 'get',
    path: '/manage/automations/{id}/activity',
    id: 'listActivity',
    part: 'manage',
    summary: 'List what arrived, newest first',
    pathParams: idPath,
    query: z.object({ ...listParams, outcome: Outcome.optional() }),
    success: {
      status: 200,
      description: 'A page of activity.',
      bodies: [{ mediaType: json, schema: listOf(ActivityRow) }],
    },
    refusals: ['INVALID_REQUEST', 'NOT_FOUND'],
  },
];
