import { type Html, html } from '#api/html.ts';
import { table } from '../../parts/table.ts';
import type { AnswerTo } from '#api/routing/call-operation.ts';
import { definePage } from '../../define-page.ts';
import { duration } from '../../parts/duration.ts';
import { figures } from '../../parts/figures.ts';
import { withQuery } from '../../parts/next-page.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { time } from '../../parts/time.ts';
import { automationFrame } from './automation-frame.ts';
import { automationParams, automationPath } from './automation-path.ts';
import { handshakeNote } from './handshake-page.ts';
import { describeLink, signatureWords } from './sender-fields.ts';
import type { ShownAutomation } from './shown-automation.ts';

type Report = AnswerTo<'readSenderReport'>;

/** The report about the sender of an automation. */
export const senderPage = () =>
  definePage({
    method: 'get',
    path: `${automationPath('{id}')}/sender`,
    params: automationParams,
    handle: async ({ manage, params, timeZone }) => {
      const [automation, report] = await Promise.all([
        manage.readAutomation({ params, query: { wouldRun: 'false' } }),
        manage.readSenderReport({ params }),
      ]);
      return automationFrame({
        automation,
        tab: '/sender',
        body: html`${handshakeNote(automation)} ${whoSends(report)}
        ${['generic', 'custom'].includes(automation.sender) && describeLink(automation)}
        ${findings(report, automation.signatures, timeZone)} ${answersAndRefusals(report)} ${eventIds(report)}
        ${shapeChanges(report, automation.id, timeZone)}`,
      });
    },
  });

function whoSends({ sender, plan }: Report): Html {
  const { title, docsUrl, from } = sender;
  return html`<h2>${from === 'unknown' ? 'The sender is not known' : title}</h2>
    <p class="hint">
      ${
        from === 'unknown'
          ? 'Once a known system sends, or is chosen with the instructions, its retries are shown here.'
          : from === 'set'
            ? 'The sender of this automation.'
            : 'Recognised by its deliveries, and not chosen yet.'
      }
      ${plan !== null && planSentence(plan)}
      ${docsUrl !== null && html`<a href="${docsUrl}" rel="noreferrer">${title} about its webhooks</a>`}
    </p>`;
}

function planSentence({ answerWithinMs, tries, overMs, note }: NonNullable<Report['plan']>): string {
  return [
    answerWithinMs !== null && `It waits ${duration(answerWithinMs)} for an answer.`,
    tries === 1 && 'It never retries.',
    tries !== null &&
      tries > 1 &&
      `It tries up to ${tries} times${overMs === null ? '' : ` in ${duration(overMs)}`}.`,
    tries === null && overMs !== null && `It retries for ${duration(overMs)}.`,
    note,
  ]
    .filter((sentence) => typeof sentence === 'string')
    .join(' ');
}

const findings = (
  { findings: found }: Report,
  signatures: ShownAutomation['signatures'],
  timeZone: string,
): Html | false =>
  (found.length > 0 || signatures.refused > 0) &&
  html`<ul class="warnings">
    ${signatures.refused > 0 && html`<li>${signatureWords(signatures, timeZone)}</li>`}
    ${found.map((finding) => html`<li>${outsideText(finding, 600)}</li>`)}
  </ul>`;

function answersAndRefusals({ answers, refused }: Report): Html {
  return figures([
    [`Answered in ${answers.days} days`, answers.count],
    ['Median', answers.p50Ms === null ? '–' : duration(answers.p50Ms)],
    ['99th percentile', answers.p99Ms === null ? '–' : duration(answers.p99Ms)],
    ['Refused by limits', refused.events],
    ['Retried by the sender', refused.cameBack],
    ['Lost', refused.lost],
  ]);
}

const sources: Readonly<Record<Report['eventIds'][number]['source'], string>> = {
  header: 'the header X-Service-Event-Id',
  event_id: 'event_id of the body',
  idempotency_key: 'idempotency_key of the body',
  sender: 'the sender’s own id',
  payload: 'the whole body, for a day',
  custom: 'the place that you set',
  delivery: 'nothing: each is an event of its own',
};

const eventIds = ({ eventIds: found }: Report): Html =>
  html`<h2>Event ids</h2>
    ${
      found.length === 0
        ? html`<p class="hint">No deliveries yet.</p>`
        : html`<ul>
            ${found.map(({ source, deliveries }) => html`<li>${sources[source]}: ${deliveries}</li>`)}
          </ul>`
    }`;

function shapeChanges(
  { shapeChanges: changes }: Report,
  automationId: string,
  timeZone: string,
): Html | false {
  if (changes.length === 0) return false;
  return html`<h2>Changes in its deliveries</h2>
    <p class="hint">
      <a href="${withQuery('/console/alerts#add', { automation: automationId, condition: 'shape_change' })}"
        >Alert me about such changes</a
      >
      before the agent acts on them.
    </p>
    ${table({
      name: 'Changes in its deliveries',
      rows: changes,
      className: '',
      isWide: true,
      columns: [
        { title: 'Member', cell: ({ path }) => outsideText(path, 200) },
        { title: 'Was', cell: ({ was }) => was },
        { title: 'Is', cell: ({ is }) => is },
        { title: 'Since', cell: ({ since }) => time(since, timeZone) },
        { title: 'Event', cell: ({ eventName }) => eventName !== null && outsideText(eventName, 60) },
      ],
    })}`;
}
