import type { ShownDelivery } from './delivery-path.ts';

/** Set by curl, or by the network in between. */
const left =
  /^(host|content-length|connection|accept|accept-encoding|user-agent|transfer-encoding|content-encoding|expect|x-forwarded-.*|forwarded|via|x-service-event-id)$/i;

/** A shell command that sends a delivery again. A body that is not shown as a whole is read from its download. */
export function curlOf({ deliveryId, arrived }: ShownDelivery, url: string): string {
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
