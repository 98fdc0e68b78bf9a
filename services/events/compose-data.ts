import type { EventData, SentKind } from '#contracts/events.ts';
import { pick } from '#domain/pick.ts';
import type { Deliveries } from '#store/delivery/deliveries.ts';
import type { EventSources } from '#store/event/event-sources.ts';
import type { SentEvent } from '#store/event/sent-events.ts';

export interface DataDeps {
  readonly deliveries: Pick<Deliveries, 'find'>;
  readonly eventSources: Pick<EventSources, 'automationName'>;
  /** Base of the links. */
  readonly publicUrl: string;
}

interface Source {
  readonly deps: DataDeps;
  readonly workspaceId: string;
  readonly targetId: string;
  readonly event: SentEvent;
}

type Composers = { readonly [Kind in SentKind]: (source: Source) => Promise<EventData<Kind> | null> };

/** Longer ones are in the record alone: `eventAnswerCharsMax` of the contract. */
const answerCharsMax = 16_000;

/** The data of each kind of event, as its records are now; null where they are gone. */
const composers: Composers = {
  'run.finished': runData,
  'run.waiting': runData,
  'delivery.refused': async (source) => {
    const { refusals: codes } = source.event;
    const count = Object.values(codes).reduce((sum, amount) => sum + amount, 0);
    return { ...(await automationData(source)), count, codes };
  },
  'automation.changed': async (source) => {
    const { change, revision } = source.event;
    return change === null ? null : { ...(await automationData(source)), change, revision: revision ?? 0 };
  },
  'event.test': ({ workspaceId, targetId }) => Promise.resolve({ workspaceId, targetId }),
};

export const composeData = (source: Source) => composers[source.event.type](source);

async function automationData({ deps, workspaceId, event }: Source) {
  const automationId = event.automationId ?? '';
  return {
    workspaceId,
    automationId,
    automationName: await deps.eventSources.automationName(workspaceId, automationId),
    links: { automation: automationLink(deps, automationId) },
  };
}

/** Never what arrived, and never a step: requests may quote both. */
const ofRun = [
  ...(['deliveryId', 'automationId', 'automationName', 'agentId', 'revision', 'outcome', 'reason'] as const),
  ...(['eventId', 'sender', 'eventName', 'reference', 'referenceUrl', 'replayOf', 'erasedAt'] as const),
  ...(['receivedAt', 'startedAt', 'finishedAt', 'durationMs', 'warnings', 'requests', 'cost'] as const),
];

async function runData({ deps, workspaceId, event }: Source): Promise<EventData<'run.finished'> | null> {
  const found = await deps.deliveries.find(workspaceId, event.deliveryId ?? '');
  if (found === null) return null;
  const { answer, result, automationId, deliveryId } = found;
  const isTruncated = (answer?.length ?? 0) > answerCharsMax;
  return {
    workspaceId,
    ...pick(found, ofRun),
    answer: answer?.slice(0, answerCharsMax).toWellFormed() ?? null,
    answerTruncated: isTruncated,
    result: isTruncated ? null : result,
    links: {
      automation: automationLink(deps, automationId),
      delivery: `${deps.publicUrl}/console/deliveries/${deliveryId}`,
    },
  };
}

const automationLink = ({ publicUrl }: DataDeps, automationId: string) =>
  `${publicUrl}/console/automations/${automationId}`;
