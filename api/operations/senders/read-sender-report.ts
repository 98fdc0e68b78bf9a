import { pathOf, shapeSentence } from '#domain/shape-sentence.ts';
import { senderOf } from '#senders/index.ts';
import type { Automations } from '#store/automation/automations.ts';
import type { DoorNotes } from '#store/report/door-notes.ts';
import type { Hook } from '#store/automation/hooks.ts';
import type { RefusedEvent, SenderFacts } from '#store/report/sender-facts.ts';
import { json } from '../answers.ts';
import { findAutomation } from '../automations/automation-view.ts';
import { payloadDuplicates } from '../automations/sender-view.ts';
import { defineOperation } from '../define-operation.ts';
import { idParam } from '../path-params.ts';
import { findingsIn } from './report-findings.ts';
import { SenderReport } from './sender-report.ts';

interface Deps {
  readonly automations: Automations;
  readonly doorNotes: Pick<DoorNotes, 'read'>;
  readonly senderFacts: SenderFacts;
}

const days = 7;
const deliveriesMax = 100;
/** For a sender whose pages do not say how long it tries. */
const usualOverMs = 24 * 60 * 60 * 1000;

export const readSenderReport = (deps: Deps) =>
  defineOperation({
    method: 'get',
    path: '/manage/automations/{id}/sender-report',
    id: 'readSenderReport',
    access: 'owner',
    summary: 'Report on the sender of an automation',
    description:
      'The sender, how long it waits and how often it tries, beside the answers that it got; whether it came back after a 429; which ids identify its events; and which members of its deliveries are of another type than before. The deliveries with which such a change begins say so among their `warnings`.',
    params: { id: idParam('automation') },
    answers: { 200: json('The report.', SenderReport) },
    handle: async ({ workspace, params }) => {
      const { id: automationId, sender } = await findAutomation(deps.automations, workspace.id, params.id);
      const hook = { workspaceId: workspace.id, automationId };
      return { status: 200, body: await reportOf(deps, hook, { sender, timeZone: workspace.timeZone }) };
    },
  });

async function reportOf(
  { doorNotes, senderFacts }: Deps,
  hook: Hook,
  { sender: set, timeZone }: { readonly sender: string; readonly timeZone: string },
): Promise<SenderReport> {
  const notes = await doorNotes.read(hook);
  const suggestedSender = set === 'generic' ? notes.suggestedSender : null;
  const known = set === 'generic' ? senderOf(suggestedSender ?? '') : senderOf(set);
  const plan = known?.retries ?? null;
  const [answers, events, sources, changes] = await Promise.all([
    senderFacts.answerTimes(hook, days, plan?.answerWithinMs ?? null),
    senderFacts.refusedEvents(hook),
    senderFacts.eventIdSources(hook, deliveriesMax),
    senderFacts.shapeChanges(hook),
  ]);
  const now = Date.now();
  const report = {
    sender: {
      id: known?.id ?? 'generic',
      title: known?.title ?? 'Any system',
      docsUrl: known?.docsUrl ?? null,
      from:
        set !== 'generic'
          ? ('set' as const)
          : known === undefined
            ? ('unknown' as const)
            : ('recognised' as const),
    },
    plan,
    answers: { days, ...answers },
    refused: refusedOf(events, now - (plan?.overMs ?? usualOverMs)),
    eventIds: [...sources]
      .map(([source, deliveries]) => ({ source, deliveries }))
      .toSorted((one, other) => other.deliveries - one.deliveries),
    shapeChanges: changes.map(({ pointer, eventName, was, is, since, lastSeen }) => ({
      path: pathOf(pointer),
      eventName,
      was,
      is,
      since: new Date(since).toISOString(),
      lastSeenAt: new Date(lastSeen).toISOString(),
      sentence: shapeSentence({ pointer, was, is, since }, { timeZone, now }),
    })),
  };
  const namesNoEvent = set !== 'generic' && known?.namesNoEvent === true;
  return {
    ...report,
    findings: findingsIn({ ...report, namesNoEvent, payloadDuplicates: payloadDuplicates(notes) }),
  };
}

/** `before`: what was refused earlier no longer comes back. */
function refusedOf(events: readonly RefusedEvent[], before: number): SenderReport['refused'] {
  const away = events.filter(({ takenAt }) => takenAt === null);
  const lost = away.filter(({ refusedAt }) => refusedAt < before);
  const last = lost.at(-1);
  return {
    events: events.length,
    cameBack: events.length - away.length,
    waiting: away.length - lost.length,
    lost: lost.length,
    lastLostAt: last === undefined ? null : new Date(last.refusedAt).toISOString(),
  };
}
