import { type Html, html } from '#api/html.ts';
import type { AnswerTo } from '#api/routing/call-operation.ts';
import { definePage, type PageRequest, seeOther } from '../../define-page.ts';
import { notice, problemNote } from '../../parts/notice.ts';
import { formPage } from '../../parts/form-page.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { outsideText } from '../../parts/outside-text.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { time } from '../../parts/time.ts';
import { automationFrame } from './automation-frame.ts';
import { automationParams, automationPath } from './automation-path.ts';
import type { ShownAutomation } from './shown-automation.ts';

type Kept = AnswerTo<'readHandshake'>;
type Request = PageRequest<'owner'>;

const handshakePath = (id: string) => `${automationPath(id)}/handshake`;
const page = { path: handshakePath('{id}'), params: automationParams } as const;

export const showHandshake = () =>
  definePage({ ...page, method: 'get', handle: (request) => handshakeView(request) });

export const settleHandshake = () =>
  formPage({
    ...page,
    act: async ({ manage, params, form }) => {
      if (form.get('do') === 'discard') await manage.discardHandshake({ params });
      else await manage.acceptHandshake({ params, body: { digest: form.get('digest') ?? '' } });
      return seeOther(`${automationPath(params['id'] ?? '')}/sender`);
    },
    refused: handshakeView,
  });

async function handshakeView({ manage, params, csrf, timeZone }: Request, problem?: FormProblem) {
  const [automation, kept] = await Promise.all([
    manage.readAutomation({ params, query: { wouldRun: 'false' } }),
    manage.readHandshake({ params }),
  ]);
  const { sender, secret, confirmUrl, unsigned } = kept;
  const waits = secret !== null || confirmUrl !== null;
  return automationFrame({
    automation,
    tab: '/sender',
    status: problem?.status,
    body: html`${problemNote(problem)}
      <h2>Handshake of ${sender}</h2>
      ${waits ? waitingPart(automation.id, kept, { csrf, timeZone }) : html`<p>No handshake is waiting for you.</p>`}
      ${
        unsigned !== null &&
        notice(
          'attention',
          html`Unsigned handshakes with a request, although there is a signing secret: ${unsigned.count}, the
          last ${time(unsigned.lastAt, timeZone)}. None of their content is kept. If your sender made a new
          secret, remove the current one first and have the handshake sent again.`,
        )
      }`,
  });
}

function waitingPart(
  id: string,
  { at, digest, secret, confirmUrl, later }: Kept,
  { csrf, timeZone }: Pick<Request, 'csrf' | 'timeZone'>,
): Html {
  return html`<p>
      Answered ${time(at, timeZone)}. Anyone who knows the URL can send one: accept it only if it is from your
      sender.
    </p>
    ${secret !== null && html`<p>It contains this signing secret: <code>${outsideText(secret, 512)}</code></p>`}
    ${confirmUrl !== null && html`<p>It asks for a call to <code>${outsideText(confirmUrl, 2_000)}</code></p>`}
    ${
      later !== null &&
      notice(
        'attention',
        html`Others with different content arrived while this one waited: ${later.count}, the last
        ${time(later.lastAt, timeZone)}. If one of them was from your sender, discard this one and have it
        sent again.`,
      )
    }
    <form method="post" action="${handshakePath(id)}" class="actions">
      ${csrfField(csrf)}
      <input type="hidden" name="digest" value="${digest}" />
      <button class="primary" name="do" value="accept">
        ${secret === null ? 'Confirm the subscription' : 'Accept the secret'}
      </button>
      <button name="do" value="discard">Discard it</button>
    </form>`;
}

/** That one waits, and the way to it. */
export const handshakeNote = ({ id, handshake }: Pick<ShownAutomation, 'id' | 'handshake'>): Html | false =>
  handshake !== null &&
  handshake.waitsFor !== null &&
  notice('attention', html`A handshake waits for you. <a href="${handshakePath(id)}">Review it</a>`);
