import { html } from '#api/html.ts';
import { definePage, view } from '../../define-page.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { deliveryParams, deliveryPath, type ShownDelivery } from './delivery-path.ts';
import { readFacts } from './read-facts.ts';

/** A command that sends the same again. It is a page of its own, because it holds the address of the hook. */
export const showCurl = () =>
  definePage({
    method: 'get',
    path: '/console/deliveries/{deliveryId}/curl',
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

/** Set by curl, or by the network in between. */
const left =
  /^(host|content-length|connection|accept|accept-encoding|user-agent|transfer-encoding|content-encoding|expect|x-forwarded-.*|forwarded|via|x-service-event-id)$/i;

/** A shell command that sends a delivery again. A body that is not shown as a whole is read from its download. */
function curlOf({ deliveryId, arrived }: ShownDelivery, url: string): string {
  const { headers, contentType, text, truncated } = arrived;
  const isWhole = !truncated && !text.includes('\u{fffd}') && !text.includes('\0');
  const sent = Object.entries(headers).filter(
    ([name]) => !left.test(name) && name.toLowerCase() !== 'content-type',
  );
  return [
    `curl -X POST ${quoted(url)}`,
    ...(contentType === null ? [] : [`-H ${quoted(`Content-Type: ${contentType}`)}`]),
    `-H "X-Service-Event-Id: again-$(date +%s)"`,
    ...sent.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-binary ${isWhole && !text.startsWith('@') ? quoted(text) : quoted(`@${deliveryId}.bin`)}`,
  ].join(' \\\n  ');
}

/** A word of a POSIX shell in which nothing has a meaning. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
