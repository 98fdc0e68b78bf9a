import { randomBytes } from 'node:crypto';

import { type Html, html } from '#api/html.ts';
import { senderBy } from '#senders/index.ts';
import type { Sender } from '#senders/sender.ts';
import { definePage, type PageRequest, seeOther } from '../../define-page.ts';
import { formPage } from '../../parts/form-page.ts';
import { withQuery } from '../../parts/next-page.ts';
import { notice, problemNote } from '../../parts/notice.ts';
import { whyReadOnly } from '../../parts/read-only.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { automationFrame } from './automation-frame.ts';
import { automationParams, automationPath } from './automation-path.ts';
import { connectSender } from './connect-sender.ts';
import { connectSnippets } from './connect-snippets.ts';
import { firstEvent, newestOfSender } from './first-event.ts';
import { lastDelivery } from './last-delivery.ts';
import type { ShownAutomation } from './shown-automation.ts';

type Request = PageRequest<'owner'>;

const connectPath = (id: string) => `${automationPath(id)}/connect`;
const page = { path: connectPath('{id}'), params: automationParams } as const;

/** The way to connect the sender of an automation, its URL, which is only shown when it is asked for, and what has arrived. */
export const connectAutomation = () =>
  definePage({ ...page, method: 'get', handle: (request) => connectView(request) });

/** Saves the sender, or its signing secret. */
export const saveConnection = () =>
  formPage({
    ...page,
    act: async ({ manage, params, form }) => {
      const [sender, secret] = [form.get('sender'), form.get('signingSecret')?.trim() ?? ''];
      const body = { ...(sender !== null && { sender }), ...(secret !== '' && { signingSecret: secret }) };
      await manage.changeAutomation({ params, body });
      return seeOther(withQuery(connectPath(params['id'] ?? ''), keptOf(Object.fromEntries(form))));
    },
    refused: connectView,
  });

/** The parameters that the address keeps after a form. */
const keptOf = ({ show, recipe }: Request['query']) => ({
  show: show === undefined ? undefined : 'true',
  recipe,
});

async function connectView(request: Request, problem?: FormProblem) {
  const { manage, params, query, form, timeZone, workspace, csrf } = request;
  const automation = await manage.readAutomation({ params, query: { wouldRun: 'false' } });
  if (automation.url === null) return automationFrame({ automation, tab: '/connect', body: withoutUrl });
  const kept = keptOf({ ...query, ...Object.fromEntries(form) });
  const isShown = kept.show !== undefined;
  const url = isShown ? automation.url : maskedUrl(automation.url);
  const [{ items: senders }, received, last] = await Promise.all([
    manage.listSenders(),
    newestOfSender(manage, automation),
    lastDelivery(manage, automation.id),
  ]);
  const sender = senderBy(automation.sender, automation.customSender);
  const path = connectPath(automation.id);
  return automationFrame({
    automation,
    tab: '/connect',
    status: problem?.status,
    body: html`${problemNote(problem)}
    ${connectSender({ automation, senders, url, path, kept, csrf, readOnly: whyReadOnly(workspace), secret: secretIn(request, automation, sender), problem })}
    ${urlPart(automation, url, isShown, withQuery(path, { ...kept, show: isShown ? undefined : 'true' }))}
    ${firstEvent(automation, received, timeZone)}
    ${await connectSnippets({ automation, sender, url, last, path, kept, sample: query['sample'] })}`,
  });
}

/** The value of the field: what was typed, or a secret made up where the owner chooses it. */
function secretIn(
  { form }: Request,
  { hasSigningSecret }: ShownAutomation,
  sender: Sender | undefined,
): string {
  const typed = form.get('signingSecret');
  if (typed !== null) return typed;
  const steps = sender?.connect?.steps.join(' ') ?? '';
  if (hasSigningSecret || sender?.verify == null || !steps.includes('{secret}')) return '';
  const secret = randomBytes(24).toString('base64url');
  return steps.includes('user:password') ? `reveille:${secret}` : secret;
}

const withoutUrl = notice(
  'attention',
  'The URL is shown to editors and owners: whoever has it can wake the agent. Your token is that of a viewer.',
);

/** Without the secret at its end. */
const maskedUrl = (url: string): string => `${url.slice(0, url.lastIndexOf('/') + 1)}••••••••`;

const urlPart = (
  { hasSigningSecret }: Pick<ShownAutomation, 'hasSigningSecret'>,
  url: string,
  isShown: boolean,
  other: string,
): Html =>
  html`<section class="hook-url" aria-labelledby="url-title">
    <h2 id="url-title">URL</h2>
    <p><code id="hook-url">${url}</code></p>
    <p class="hint">
      Anyone who has it can wake the agent: keep it private. It stays the same however the automation changes.
      ${
        !hasSigningSecret &&
        `Without a signing secret, they can also send an event id before your sender does: the real delivery is then answered "duplicate", and only you can run it.`
      }
    </p>
    <div class="actions">
      ${
        isShown
          ? html`<button type="button" data-copy="hook-url">Copy URL</button> <a href="${other}">Hide</a>`
          : html`<a class="button" href="${other}">Show the URL</a>`
      }
    </div>
  </section>`;
