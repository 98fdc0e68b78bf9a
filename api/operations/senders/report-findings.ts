import type { Automation } from '#contracts/automation.ts';
import type { SenderReport } from './sender-report.ts';

type Known = Omit<SenderReport, 'findings'> & {
  /** The sender that is set names no event. */
  readonly namesNoEvent: boolean;
  readonly payloadDuplicates: Automation['payloadDuplicates'];
};

export function findingsIn(report: Known): string[] {
  return [
    recognised(report),
    late(report),
    lost(report),
    deduped(report),
    ownEvents(report),
    equalBodies(report),
    ...shapes(report),
  ].filter((finding) => finding !== null);
}

const recognised = ({ sender: { title, from } }: Known): string | null =>
  from === 'recognised'
    ? `${title} seems to send. Choose it as the sender, and its own event ids count.`
    : null;

function late({ plan, answers: { late: lateCount, p99Ms, count }, sender: { title } }: Known): string | null {
  const limitMs = plan?.answerWithinMs ?? null;
  if (limitMs === null || count === 0) return null;
  const seconds = `${limitMs / 1_000} seconds`;
  if ((lateCount ?? 0) > 0)
    return `${title} waits ${seconds} for an answer: ${lateCount} of ${count} took longer, and are sent again.`;
  return p99Ms === null
    ? null
    : `${title} waits ${seconds} for an answer; 99 of 100 were answered within ${p99Ms} ms.`;
}

function lost({ refused: { events, cameBack, waiting, lost: lostCount } }: Known): string | null {
  if (events === 0) return null;
  const began = `${cameBack} of ${events} ${events === 1 ? 'event' : 'events'} that the limits refused came back`;
  if (lostCount > 0) return `${began} and ${lostCount} did not: these were never processed.`;
  return waiting > 0 ? `${began}, and ${waiting} still may.` : `${began}.`;
}

function deduped({ eventIds, plan, namesNoEvent, sender: { title } }: Known): string | null {
  if (namesNoEvent && eventIds.some(({ source }) => source === 'sender'))
    return `${title} names no event, so nothing tells a retry from another event: each delivery is processed, and one that is sent again is processed again.`;
  const all = eventIds.reduce((sum, { deliveries }) => sum + deliveries, 0);
  const byPayload = eventIds.find(({ source }) => source === 'payload')?.deliveries ?? 0;
  if (byPayload === 0 || plan?.tries === 1) return null;
  return `${byPayload} of the last ${all} deliveries had no event id: a retry that differs in one byte is processed twice.`;
}

function ownEvents({ eventIds }: Known): string | null {
  const all = eventIds.reduce((sum, { deliveries }) => sum + deliveries, 0);
  const own = eventIds.find(({ source }) => source === 'delivery')?.deliveries ?? 0;
  return own === 0
    ? null
    : `${own} of the last ${all} deliveries had no event id, and each was processed as an event of its own: one that is sent again is processed again.`;
}

function equalBodies({ payloadDuplicates }: Known): string | null {
  return payloadDuplicates === null ? null : payloadDuplicatesSentence(payloadDuplicates);
}

/** Advice for the owner about equal bodies. */
function payloadDuplicatesSentence({
  count,
  eventIdFrom,
}: NonNullable<Automation['payloadDuplicates']>): string {
  const ways = [
    ...(eventIdFrom.length === 0 ? [] : [`eventIdFrom to ${eventIdFrom.join(' or ')}`]),
    'payloadDedupe to false',
  ];
  return `${count} deliveries were answered duplicate only because their bodies were equal. If they were events of their own, set ${ways.join(', or ')}.`;
}

const shapes = ({ shapeChanges }: Known): readonly string[] => shapeChanges.map(({ sentence }) => sentence);
