import { html } from '#api/html.ts';
import { definePage, view } from '../../define-page.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { curlOf } from './curl.ts';
import { deliveryParams, deliveryPath } from './delivery-path.ts';
import { readFacts } from './read-facts.ts';

/** A command that sends the same again. It is a page of its own, because it holds the address of the hook. */
export const showCurl = () =>
  definePage({
    method: 'get',
    path: '/console/deliveries/{deliveryId}/curl',
    access: 'owner',
    params: deliveryParams,
    handle: async ({ manage, params }) => {
      const { delivery, automation } = await readFacts(manage, params['deliveryId'] ?? '');
      const { deliveryId, automationName } = delivery;
      const path = deliveryPath(deliveryId);
      return view({
        title: 'Send it with curl',
        section: 'activity',
        body: html`<p class="crumb"><a href="${path}">${outsideText(automationName)}</a></p>
          <h1>Send it with curl</h1>
          ${
            automation === null
              ? html`<p class="lead">The automation is deleted: its URL accepts no deliveries.</p>`
              : automation.url === null
                ? html`<p class="lead">
                    The command holds the URL of the automation, which is shown to editors and owners. Your
                    token is that of a viewer.
                  </p>`
                : html`<p class="lead">
                      Anyone who has this command can wake the agent: it holds the URL of the automation. The
                      event id is new each time, so the delivery is not a duplicate. Signatures and
                      credentials are not stored, so they are missing.
                    </p>
                    <pre id="curl" class="foreign" tabindex="0">${curlOf(delivery, automation.url)}</pre>
                    <p class="actions"><button type="button" data-copy="curl">Copy</button></p>`
          }
          ${
            delivery.arrived.truncated &&
            html`<p class="hint">
              The body is too long for a command. <a href="${path}/body">Download it</a>, beside which the
              command reads it.
            </p>`
          }`,
      });
    },
  });
