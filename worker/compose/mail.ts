import { createMailTransport } from '#alerts/mail-transport.ts';
import { createMail, type MailDeps } from '#egress/mail.ts';
import type { Settings } from '#platform/required-settings.ts';
import type { Redis } from '#store/connection/connect.ts';
import { createMailCount } from '#store/mail-count.ts';

type MailConfig = Pick<Settings, 'AGENT_MAIL_PER_DAY' | 'PUBLIC_URL' | 'SMTP_FROM' | 'SMTP_URL'>;

/** The operator's mail server; undefined where none is set. */
export const mailTransportOf = ({ PUBLIC_URL: publicUrl, SMTP_FROM: from, SMTP_URL: smtpUrl }: MailConfig) =>
  smtpUrl === undefined ? undefined : createMailTransport({ smtpUrl, from, publicUrl });

/** The e-mails of agents. */
export const composeMail = (
  { config, redis }: { readonly config: MailConfig; readonly redis: Redis },
  deps: Pick<MailDeps, 'policies' | 'decisions' | 'logger'>,
) =>
  createMail({
    ...deps,
    perDay: config.AGENT_MAIL_PER_DAY,
    count: createMailCount({ redis, perDay: config.AGENT_MAIL_PER_DAY }),
    transport: mailTransportOf(config) ?? (() => Promise.reject(new Error('SMTP_URL is not set'))),
  });
