import { type Html, html } from '#api/html.ts';
import type { AnswerTo, ItemOf } from '#api/routing/call-operation.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { checkField, choiceField, textField } from '../../parts/field.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { time } from '../../parts/time.ts';
import { notice } from '../../parts/notice.ts';
import { settingsPath } from '../settings/settings-path.ts';
import { senderSearchPath } from './sender-search-page.ts';
import { handshakeNote } from './handshake-page.ts';
import type { ShownAutomation } from './shown-automation.ts';

type Sender = ItemOf<'listSenders'>;

interface SenderFields {
  readonly senders: AnswerTo<'listSenders'>['items'];
  /** The one that is chosen in the form. */
  readonly chosen: string;
  /** `hold` where that is chosen. */
  readonly burst: string;
  /** Null for one that is not made yet. */
  readonly automation: ShownAutomation | null;
  /** Whether the form begins with this question. */
  readonly isFirst?: boolean;
  readonly timeZone: string;
  readonly problem: FormProblem | undefined;
}

/** The fields for the sender and its signing secret. */
export function senderFields(shown: SenderFields): Html {
  const { senders, chosen, burst, automation, isFirst = false, timeZone, problem } = shown;
  const sender = senders.find(({ id }) => id === chosen);
  const isUrgent =
    automation !== null &&
    (automation.suggestedSender !== null ||
      automation.signatures.refused > 0 ||
      automation.payloadDuplicates !== null ||
      automation.handshake?.waitsFor != null);
  const isWrong = problem?.field === 'sender' || problem?.field === 'signingSecret';
  return html`<details class="more" ${(isFirst || isUrgent || isWrong) && html`open`}>
    ${summaryOf(sender, automation)} ${automation !== null && notices(automation, timeZone)}
    <div class="columns">
      ${choiceField({
        name: 'sender',
        label: 'Sender',
        value: chosen,
        problem,
        options: senders.map(({ id, title }) => [id, title]),
      })}
      ${isFirst && noUserName}
      ${textField({
        name: 'signingSecret',
        label: 'Signing secret',
        problem,
        type: 'password',
        autocomplete: 'new-password',
        placeholder: automation?.hasSigningSecret === true ? 'Unchanged' : '',
      })}
    </div>
    <div id="sender-help">${senderHelp(sender, burst)}</div>
    ${automation !== null && ['generic', 'custom'].includes(chosen) && describeLink(automation)}
    ${
      automation?.hasSigningSecret === true &&
      checkField({ name: 'withoutSecret', label: 'Remove the signing secret: check no signatures' })
    }
  </details>`;
}

export const describeLink = ({ id, customSender }: ShownAutomation): Html =>
  html`<p class="hint">
    <a href="${senderSearchPath(id)}"
      >${customSender === null ? 'It is not in the list: find out how it signs' : 'Its description'}</a
    >
  </p>`;

/** Browsers look for a user name before a password, and would take another field for it. It is not sent. */
export const noUserName = html`<input type="text" autocomplete="username" hidden />`;

/** The notes about a sender, in its own words. */
export function senderHelp(sender: Sender | undefined, burst: string): Html {
  const isHeld = burst === 'hold';
  return html`${sender !== undefined && helpOf(sender)}
  ${(isHeld || sender?.triesOnce === true) && holdField(isHeld, sender)}`;
}

const holdField = (isHeld: boolean, sender: Sender | undefined): Html =>
  checkField({
    name: 'burst',
    label: 'Hold deliveries for which there is no room, and run them in order',
    value: 'hold',
    isChecked: isHeld,
    hint: html`Deliveries beyond the <a href="${settingsPath}#limits">limits of the workspace</a> are refused.
      ${sender?.triesOnce === true && `${sender.title} sends each delivery once: refused deliveries are lost.`}
      Held, up to 1,000 wait for their turn, at most 24 hours.`,
  });

function helpOf(sender: Sender): Html {
  if (sender.id === 'custom')
    return html`<p class="hint">The description says how it signs and names its events.</p>`;
  if (sender.id === 'generic')
    return html`<p class="hint">
      Choose the sending system, if it is listed. Its own event ids are then used, its signatures can be
      checked, and its handshakes are answered.
    </p>`;
  const { title, docsUrl, secretName, hasHandshake } = sender;
  return html`<p class="hint">
    ${
      secretName === null
        ? 'It does not sign its deliveries: leave the secret blank.'
        : html`Its secret is called: ${secretName}. With it, unsigned deliveries are refused.`
    }
    ${hasHandshake && `It expects an answer from the URL before it sends; Reveille gives it once this is the sender.`}
    <a href="${docsUrl}" rel="noreferrer">${title} about its webhooks</a>
  </p>`;
}

const summaryOf = (sender: Sender | undefined, automation: ShownAutomation | null): Html =>
  html`<summary>
    Who sends?
    <span class="quiet">
      ${senderTitle(sender)}${automation?.hasSigningSecret === true && ', signatures are checked'}
    </span>
  </summary>`;

/** The sender that is chosen, in the summary of the fields. */
export const senderTitle = (sender: Sender | undefined, swap?: Html): Html =>
  html`<span id="sender-title" ${swap}
    >${sender === undefined || sender.id === 'generic' ? 'any system' : sender.title}</span
  >`;

/** How many deliveries were refused for their signature, and the likely cause. */
export const signatureWords = (
  { refused, lastRefused }: ShownAutomation['signatures'],
  timeZone: string,
): Html =>
  html`${refused === 1 ? 'One delivery was' : `${refused} deliveries were`} refused for the
  signature.${lastRefused !== null && html` The last ${time(lastRefused.at, timeZone)}: ${lastRefused.diagnosis}`}`;

function notices(automation: ShownAutomation, timeZone: string): Html {
  const { suggestedSender, signatures, formerSigningSecretUntil, payloadDuplicates } = automation;
  return html`${handshakeNote(automation)}
  ${
    suggestedSender !== null &&
    notice(
      'attention',
      html`${suggestedSender.title} seems to
        send.${suggestedSender.handshake && ' It waits for an answer to its handshake.'}
        <button name="adopt" value="${suggestedSender.id}">Yes, it is ${suggestedSender.title}</button>`,
    )
  }
  ${
    payloadDuplicates !== null &&
    notice(
      'attention',
      html`${payloadDuplicates.count} deliveries were answered duplicate only because their bodies were equal.
      If they were events of their own, set its place under "Event
      id"${payloadDuplicates.eventIdFrom.length > 0 && html` (${outsideText(payloadDuplicates.eventIdFrom.join(', '))} looks like one)`},
      or tick that equal bodies are different events.`,
    )
  }
  ${signatures.refused > 0 && notice('attention', signatureWords(signatures, timeZone))}
  ${
    formerSigningSecretUntil !== null &&
    html`<p class="hint">The previous signing secret stays valid for a day after the change.</p>`
  }`;
}
