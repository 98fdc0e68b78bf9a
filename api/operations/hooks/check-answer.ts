import { z } from 'zod';

import { EventIdSource } from '#contracts/event.ts';
import type { TurnDelivery } from '#contracts/turn.ts';
import { damageSentence } from '#domain/damage-sentence.ts';
import type { Checked } from '#intake/door.ts';
import { checkDelivery } from '#rules/check-delivery.ts';
import type { Arrival } from '#store/admission/admissions.ts';
import type { ReadTexts } from '../automations/automation-texts.ts';
import type { AutomationRecord } from '#store/automation/automations.ts';

const signature = z
  .string()
  .describe(
    '`verified`. `none`: the sender of the automation signs nothing. `unverified`: it signs, and the automation has no signing secret. Else `missing: `, `wrong: ` or `expired: `, and the likely cause in a sentence.',
  );

/** Told where the automation has a signing secret and the request is not signed with it. */
const Unverified = z.object({ signature });

const Verdict = z.object({
  verdict: z
    .enum(['run', 'skip', 'duplicate', 'refused', 'unknown'])
    .describe(
      '`run`: a run would be started. `skip`: none would be. `duplicate`: a delivery of this event was taken before. `refused`: it would be answered with an error. `unknown`: the condition or the plan is not certain about this delivery, so that a model would have to say, or there is neither a plan nor a model.',
    ),
  reason: z
    .string()
    .nullable()
    .describe(
      '`filter`, `paused`, `budget`, `loop`, `honeypot` or `handshake` for `skip`; a sentence for `refused` and `unknown`; else null.',
    ),
  signature,
  eventId: z
    .string()
    .nullable()
    .describe('The id by which a repeat would be known. Null: there is no delivery.'),
  eventIdSource: EventIdSource.nullable().describe(
    `${EventIdSource.description} Null: there is no delivery.`,
  ),
  filter: z
    .object({
      matched: z.boolean().nullable().describe('Null: not certain.'),
      evidence: z.string().describe('The values that decided, or the field that is missing.'),
    })
    .describe('The verdict of the filter without a model.'),
  missing: z
    .array(z.string())
    .describe(
      'Fields that the condition or the plan needs and the delivery lacks; `reference` and `event` too.',
    ),
  drift: z
    .array(z.string())
    .describe(
      'Differences from earlier deliveries, in sentences: fields of another type, fields that are missing or null, an event id that is not where `eventIdFrom` says. They change no verdict.',
    ),
});
type Verdict = z.output<typeof Verdict>;

export const CheckPassed = Verdict;
export const CheckFailed = z.union([Verdict, Unverified]);

type Told = Exclude<Checked, { status: 'not-taken' | 'flood' }>;
type Delivery = Extract<Checked, { status: 'delivery' }>;

interface Known extends Pick<ReadTexts, 'isOffline' | 'runsByPlan'> {
  readonly automation: AutomationRecord;
  readonly drift: readonly string[];
  readonly maxRequests: number;
}

type CheckResponse =
  | { readonly status: 200; readonly body: Verdict }
  | { readonly status: 422; readonly body: z.output<typeof CheckFailed> };

const unjudged = {
  eventId: null,
  eventIdSource: null,
  filter: { matched: null, evidence: 'not judged' },
  missing: [],
  drift: [],
};

/** The answer to a check of which no rule of the automation has to say more. */
export function plainAnswer(checked: Exclude<Told, Delivery>): CheckResponse {
  const { signature: told } = checked;
  switch (checked.status) {
    case 'unverified':
      return { status: 422, body: { signature: told } };
    case 'invalid':
      return {
        status: 422,
        body: { verdict: 'refused', reason: checked.reason, signature: told, ...unjudged },
      };
    case 'handshake':
      return { status: 200, body: { verdict: 'skip', reason: 'handshake', signature: told, ...unjudged } };
  }
}

/** The answer about a delivery: what became of it before its automation, else what its rules say. */
export function verdictOn({ signature: told, arrival, before }: Delivery, known: Known): CheckResponse {
  const { automation, drift } = known;
  const { problem, filter, missing } = judged(arrival, known);
  const body = {
    signature: told,
    eventId: arrival.eventId,
    eventIdSource: arrival.eventIdSource,
    filter: { ...filter },
    missing: [...missing],
    drift: [...idDrift(automation, arrival), ...drift],
  };
  if (before === 'duplicate') return { status: 200, body: { verdict: before, reason: null, ...body } };
  if (before !== null) return { status: 200, body: { verdict: 'skip', reason: before, ...body } };
  if (filter.matched === false) return { status: 200, body: { verdict: 'skip', reason: 'filter', ...body } };
  return problem === null
    ? { status: 200, body: { verdict: 'run', reason: null, ...body } }
    : { status: 422, body: { verdict: 'unknown', reason: problem, ...body } };
}

const readByRules = new Set(['filter', 'condition', 'plan', 'answerSchema']);

function judged(arrival: Arrival, { automation, ...circumstances }: Omit<Known, 'drift'>) {
  const damaged = automation.damaged.filter((name) => readByRules.has(name));
  if (damaged.length === 0)
    return checkDelivery(automation, { delivery: turnDelivery(arrival), ...circumstances });
  const problem = damageSentence(damaged);
  return { problem, filter: { matched: null, evidence: problem }, missing: [] };
}

/** A delivery as it would be read once it is stored. */
const turnDelivery = ({
  contentType,
  headers,
  body,
  receivedAt,
  eventId,
  reference,
  referenceUrl,
  sender,
  eventName,
}: Arrival): TurnDelivery => ({
  contentType,
  headers,
  body,
  receivedAt: receivedAt.toISOString(),
  eventId,
  reference,
  referenceUrl,
  sender,
  eventName,
});

const idDrift = ({ eventIdFrom }: AutomationRecord, { eventIdSource }: Arrival): readonly string[] =>
  eventIdFrom === null || eventIdSource === 'custom' ? [] : [`there is no event id at \`${eventIdFrom}\``];
