import { z } from 'zod';

const id = z.string().min(1, 'must not be blank').max(200);

export const Effort = z.enum(['none', 'low', 'medium', 'high']);
/** How much a model reasons before it answers. */
export type Effort = z.infer<typeof Effort>;

/** The models that act, and their settings. Members that are absent are those of the agent, then of the service. */
export const ModelSettings = z.object({
  main: id
    .exactOptional()
    .describe(
      'The model that acts, as `provider/model-id`; `offline/rules-1`: the offline rules, without a model.',
    ),
  fallback: id
    .exactOptional()
    .describe(
      'The model that takes over if the main one has been unavailable for a minute, or its quota is used up. Absent: nothing does.',
    ),
  filter: id
    .exactOptional()
    .describe('The model for filters that the rules do not understand. Absent: the main model.'),
  effort: Effort.exactOptional().describe(
    'How much the model reasons before it answers; a model that does not reason ignores it. Absent: as its provider thinks best.',
  ),
  maxOutputTokens: z
    .int()
    .min(256)
    .max(200_000)
    .exactOptional()
    .describe('The longest answer of one turn in tokens, reasoning included. Absent: by model.'),
});
export type ModelSettings = z.infer<typeof ModelSettings>;

/** Names the member of the settings that is wrong. */
function wrongMember(issues: readonly z.core.$ZodIssue[]): string {
  const issue = issues.find(({ path }) => path.length > 0);
  if (issue === undefined) return 'must be the id of a model, or settings';
  return `${issue.path.join('.')} ${issue.message}`;
}

/** As it is sent: the id of the main model, or settings. */
export const ModelChoice = z
  .union(
    [
      id,
      ModelSettings.refine((given) => Object.keys(given).length > 0, {
        message: `must name at least one of ${Object.keys(ModelSettings.shape).join(', ')}`,
      }),
    ],
    { error: ({ errors }) => wrongMember((errors as readonly z.core.$ZodIssue[][]).flat()) },
  )
  .transform((given): ModelSettings => (typeof given === 'string' ? { main: given } : given))
  .nullable();
