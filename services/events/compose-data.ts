import { type EventData, eventAnswerCharsMax, type SentKind } from '#contracts/events.ts';
import { pick } from '#domain/pick.ts';
import type { ApprovalLinks } from '#store/approval/approval-links.ts';
import type { Approvals } from '#store/approval/approvals.ts';
import type { Deliveries } from '#store/delivery/deliveries.ts';
import type { EventSources } from '#store/event/event-sources.ts';
import type { SentEvent } from '#store/event/sent-events.ts';

export interface DataDeps {
  readonly deliveries: Pick<Deliveries, 'find'>;
  readonly eventSources: Pick<EventSources, 'automationName' | 'connection'>;
  readonly approvals: Pick<Approvals, 'openOf'>;
  readonly approvalLinks: Pick<ApprovalLinks, 'seal'>;
  /** Base of the links. */
  readonly publicUrl: string;
}

interface Source {
  readonly deps: DataDeps;
  readonly workspaceId: string;
  readonly targetId: string;
  readonly event: SentEvent;
  /** Whether the target sends links that decide approvals. */
  readonly hasLinks: boolean;
}

type Composers = { readonly [Kind in SentKind]: (source: Source) => Promise<EventData<Kind> | null> };

/** The data of each kind of event, as its records are now; null where they are gone. */
const composers: Composers = {
  'run.finished': runData,
  'run.waiting': waitingData,
  'delivery.refused': async (source) => {
    const { refusals: codes } = source.event;
    const count = Object.values(codes).reduce((sum, amount) => sum + amount, 0);
    return { ...(await automationData(source)), count, codes };
  },
  'automation.changed': async (source) => {
    const { change, revision } = source.event;
    return change === null ? null : { ...(await automationData(source)), change, revision: revision ?? 0 };
  },
  'case.broken': async (source) => {
    const { caseId, deliveryId, revision } = source.event;
    if (caseId === null || deliveryId === null) return null;
    return { ...(await automationData(source)), caseId, deliveryId, revision: revision ?? 0 };
  },
  'connection.broken': async ({ deps, workspaceId, event: { agentId, policyId } }) => {
    if (agentId === null || policyId === null) return null;
    const found = await deps.eventSources.connection({ workspaceId, agentId }, policyId);
    if (found === null) return null;
    const policy = `${deps.publicUrl}/console/network-access/${policyId}?agent=${agentId}`;
    return { workspaceId, agentId, policyId, ...found, links: { policy } };
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
  const isTruncated = (answer?.length ?? 0) > eventAnswerCharsMax;
  return {
    workspaceId,
    ...pick(found, ofRun),
    answer: answer?.slice(0, eventAnswerCharsMax).toWellFormed() ?? null,
    answerTruncated: isTruncated,
    result: isTruncated ? null : result,
    links: {
      automation: automationLink(deps, automationId),
      delivery: `${deps.publicUrl}/console/deliveries/${deliveryId}`,
    },
  };
}

async function waitingData(source: Source): Promise<EventData<'run.waiting'> | null> {
  const { deps, workspaceId, targetId, event, hasLinks } = source;
  const data = await runData(source);
  if (data === null) return null;
  const open = await deps.approvals.openOf(workspaceId, event.deliveryId ?? '');
  const approvals = open.map(({ id, summary, expiresAt }) => {
    const token = hasLinks ? deps.approvalLinks.seal({ workspaceId, approvalId: id, targetId }) : null;
    return {
      id,
      summary,
      expiresAt: new Date(expiresAt).toISOString(),
      link: token === null ? null : `${deps.publicUrl}/approvals/${token}`,
    };
  });
  return { ...data, approvals };
}

const automationLink = ({ publicUrl }: DataDeps, automationId: string) =>
  `${publicUrl}/console/automations/${automationId}`;
