import { alertHeadline, alertText } from '#domain/alerts/alert-text.ts';
import { type AlertSource, factsOf, linksOf } from './compose-payload.ts';
import { failedWithout, type Sent } from '#webhooks/sent.ts';
import type { createMailTransport } from './mail-transport.ts';

interface EmailDeps {
  readonly transport: ReturnType<typeof createMailTransport>;
  readonly publicUrl: string;
}

export function createEmailChannel({ transport, publicUrl }: EmailDeps) {
  return async function send(to: string, source: AlertSource): Promise<Sent> {
    const subject = alertHeadline(factsOf(source));
    const sent = await transport({ id: source.alert.id, to, subject, text: textOf(publicUrl, source) });
    if (sent.kind === 'sent') return { kind: 'delivered', status: null };
    return failedWithout(sent.message, sent.isFinal);
  };
}

function textOf(publicUrl: string, source: AlertSource): string {
  const { run, target, workspaceName } = source;
  const links = linksOf(publicUrl, source);
  const lines = [
    alertText(factsOf(source)),
    '',
    ...(run?.reference == null ? [] : [`About: ${run.reference}`]),
    ...(links.delivery === null ? [] : [`Delivery: ${links.delivery}`]),
    ...(links.cause === null ? [] : [`Cause: ${links.cause}`]),
    ...(links.automation === null ? [] : [`Automation: ${links.automation}`]),
    '',
    `Sent by the alert rule ${target.name} of the workspace ${workspaceName}: ${links.rule}`,
  ];
  return `${lines.join('\n')}\n`;
}
