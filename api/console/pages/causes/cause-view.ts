import { shownAct } from '#capabilities/step.ts';
import type { AuthorizedWorkspace } from '#store/token/tokens.ts';
import { type Html, html } from '#api/html.ts';
import { type View, view } from '../../define-page.ts';
import { causePath, causesPath, causeTitle } from '../../parts/cause-path.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { withQuery } from '../../parts/next-page.ts';
import { notice, problemNote } from '../../parts/notice.ts';
import { outcomeState } from '../../parts/outcome.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { policyPath } from '../../parts/allowing-path.ts';
import { readOnlyNote, whyReadOnly } from '../../parts/read-only.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { table } from '../../parts/table.ts';
import { time } from '../../parts/time.ts';
import { leftOutTable } from '../activity/replay-results.ts';
import { automationPath } from '../automations/automation-path.ts';
import { deliveryPath } from '../deliveries/delivery-path.ts';
import { reasonPart } from '../deliveries/cause-part.ts';
import { remedyLink, settingOf, targetCell } from '../deliveries/requests-part.ts';
import { rehearsalsPath } from '../rehearsals/rehearsal-path.ts';
import type { CauseFacts, Failed } from './cause-facts.ts';
import { likelyCause } from './likely-cause.ts';

interface Shown extends CauseFacts {
  readonly timeZone: string;
  readonly workspace: AuthorizedWorkspace;
  readonly csrf: string;
  /** Its deliveries, and the replays of them. */
  readonly progress: Html;
  readonly problem?: FormProblem | undefined;
}

/** The page of a cause: the likely one, the first and the last that failed, and the replay of all. */
export function causeView(shown: Shown): View {
  const { cause, timeZone, workspace, progress, problem } = shown;
  const readOnly = whyReadOnly(workspace);
  return view({
    title: causeTitle(cause),
    section: 'activity',
    status: problem?.status ?? 200,
    body: html`<p class="crumb">
        <a href="${withQuery(causesPath, { automationId: cause.automationId })}">Causes of failures</a>
      </p>
      <h1>${outsideText(causeTitle(cause), 120)}</h1>
      <p class="lead">${numbers(shown)}</p>
      ${readOnlyNote(readOnly)} ${problemNote(problem)} ${repairPart(shown)} ${failedPart(shown)}
      <section aria-labelledby="replay">
        <h2 id="replay">Replay</h2>
        ${replayPart(shown, readOnly === null)} ${progress}
      </section>
      ${
        cause.searchedTo !== null &&
        html`<p class="hint">
          The 1,000 newest failures of the automation were looked at, back to
          ${time(cause.searchedTo, timeZone)}.
        </p>`
      }`,
  });
}

function numbers({ cause, isKept, timeZone }: Shown): Html {
  const { automationId, automationName, count, open, first, last } = cause;
  const name = outsideText(automationName);
  return html`${count} ${count === 1 ? 'delivery' : 'deliveries'} of
  ${isKept ? html`<a href="${automationPath(automationId)}">${name}</a>` : name} failed so since
  ${time(first.receivedAt, timeZone)}, the last ${time(last.receivedAt, timeZone)}.
  ${open < count && `${count - open} of them ${count - open === 1 ? 'was' : 'were'} replayed.`}`;
}

/** The likely cause, beside the place where it is mended. */
function repairPart({ cause, failed, decisions, isKept, timeZone }: Shown): Html {
  const { delivery, act } = failed.at(-1) ?? {};
  const hasKey = act?.kind === 'request' && act.attachedHeaders.length > 0;
  const { sentence, repair } = likelyCause(cause, hasKey);
  const remedy = act == null ? null : shownAct(act).remedy;
  const setting = delivery && decisions && settingOf(delivery, decisions, timeZone);
  const links = [
    remedy !== null && setting != null && remedyLink(remedy, setting),
    repair === 'access' &&
      remedy === null &&
      setting != null &&
      html`<a
        href="${policyPath(setting.agentId, act?.kind === 'request' ? setting.policies.get(act.host) : undefined)}"
        >Change the policy</a
      >`,
    isKept &&
      html`<a href="${automationPath(cause.automationId)}"
        >${repair === 'automation' ? 'Change the automation' : 'The automation'}</a
      >`,
  ];
  return notice('attention', sentence, { more: html`<p class="actions">${links}</p>` });
}

type Row = readonly [string, (failed: Failed) => Html | string];

function failedPart({ failed, decisions, timeZone }: Shown): Html | false {
  const rows: readonly Row[] = [
    [
      'Delivery',
      ({ delivery: { deliveryId, receivedAt } }) =>
        html`<a href="${deliveryPath(deliveryId)}">${time(receivedAt, timeZone)}</a>`,
    ],
    ['Outcome', ({ delivery }) => outcomeState(delivery.outcome)],
    ['Reason', ({ delivery }) => reasonPart(delivery, 600) ?? ''],
    [
      'Request',
      ({ delivery, act }) =>
        act === null || decisions === null
          ? ''
          : html`${targetCell(act, settingOf(delivery, decisions, timeZone))}
              <p class="detail">${shownAct(act).outcome}</p>`,
    ],
  ];
  const titles = failed.length === 1 ? ['The only one'] : ['First', 'Last'];
  return (
    failed.length > 0 &&
    html`<section aria-labelledby="failed">
      <h2 id="failed">Sent and answered</h2>
      ${table({
        name: 'The first and the last failure',
        isWide: true,
        className: 'beside',
        rows: rows.filter(([, show]) => failed.some((one) => show(one).toString() !== '')),
        columns: [
          { title: '', cell: ([name]) => name },
          ...failed.map((one, index) => ({
            title: titles[index] ?? '',
            cell: ([, show]: Row) => show(one),
          })),
        ],
      })}
    </section>`
  );
}

/** The actions that take all of them. */
function replayPart({ cause, csrf, isKept }: Shown, canReplay: boolean): Html {
  const { automationId, causeId, replayable, leftOut, last } = cause;
  return html`${leftOut.length > 0 && html`<p>${leftOut.length} left out, because a replay would repeat a write. Replay one of these on its page.</p>`}
  ${leftOutTable(leftOut)}
  ${
    canReplay &&
    isKept &&
    replayable > 0 &&
    html`<form method="post" action="${causePath(causeId)}/replay" class="actions">
      ${csrfField(csrf)}
      <input type="hidden" name="to" value="${last.receivedAt}" />
      <button class="primary">Replay ${replayable}</button>
      <a class="button" href="${withQuery(rehearsalsPath(automationId), { cause: causeId })}"
        >Rehearse them first</a
      >
      <span class="hint"
        >Each becomes a new delivery with the same body and the instructions of today, oldest first.</span
      >
    </form>`
  }`;
}
