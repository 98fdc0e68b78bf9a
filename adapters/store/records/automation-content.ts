import { z } from 'zod';

import { AnswerSchema } from '#contracts/answer-schema.ts';
import { StoredCondition } from '#contracts/condition.ts';
import { Expects } from '#contracts/expectation.ts';
import { StoredPlan } from '#contracts/plan.ts';
import { defaultRetryPolicy, RetryPolicy } from '#contracts/retry.ts';
import { emptyForNull, flag, json, jsonOrEmpty } from './fields.ts';
import { modelSettings } from './model-settings.ts';

/** The fields of an automation that its revisions have too. */
export const contentFields = {
  name: z.string().describe('The name that people use.'),
  instructions: z.string().describe("The agent's task for each delivery."),
  filter: emptyForNull.describe('The deliveries that wake the agent. Empty: every delivery does.'),
  condition: jsonOrEmpty(StoredCondition)
    .default(null)
    .describe('The condition that decides, as JSON. Absent or empty: there is none.'),
  plan: jsonOrEmpty(StoredPlan)
    .default(null)
    .describe('The plan of its requests and its answer, as JSON. Absent or empty: there is none.'),
  expects: json(Expects)
    .default([])
    .describe('The requests that a run must have sent when it ends, as JSON. Absent: nothing.'),
  answerSchema: jsonOrEmpty(AnswerSchema)
    .default(null)
    .describe('The JSON Schema of its answers, as JSON. Absent or empty: they are text.'),
  readsEarlierRuns: flag
    .default(false)
    .describe('`1` where a run may read earlier ones of its reference. Absent: it may not.'),
  retry: json(RetryPolicy).default(defaultRetryPolicy).describe('How its requests are tried again.'),
  agentId: z.string().describe('The agent that it wakes.'),
  model: modelSettings.describe('Its models and how they act, as JSON. Absent or empty: those of its agent.'),
};
