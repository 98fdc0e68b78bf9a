import { Readable } from 'node:stream';

import type { Transporter } from 'nodemailer';

import type { MailAttempt, MailOptions, OutboundMail } from '#contracts/mail.ts';
import { loadOnce } from '#domain/load-once.ts';

interface TransportDeps {
  readonly smtpUrl: string;
  /** SMTP_FROM; absent: chosen from the two URLs. */
  readonly from: string | undefined;
  readonly publicUrl: string;
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as const;
const wholeMs = 60_000;
/** An e-mail says where it comes from, so that no automatic answer is sent to it. */
const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' } as const;
const fixed = {
  headers,
  disableFileAccess: true,
  disableUrlAccess: true,
  textEncoding: 'quoted-printable',
} as const;

/** Sends e-mails through the operator's server, each on a connection of its own. */
export function createMailTransport({ smtpUrl, from, publicUrl }: TransportDeps) {
  const host = new URL(publicUrl).hostname;
  const sender = from ?? userAddress(smtpUrl) ?? `reveille@${host}`;
  const transport = loadOnce(() => openTransport(smtpUrl));
  return async function send(
    { id, text, ...mail }: OutboundMail & { readonly id: string },
    { signal, onSending = () => Promise.resolve() }: Partial<Pick<MailOptions, 'signal' | 'onSending'>> = {},
  ): Promise<MailAttempt> {
    let marking: Promise<void> | undefined;
    let isOut = false;
    /** The library reads it once it is connected and signed in. */
    async function* content() {
      marking = onSending();
      await marking;
      isOut = true;
      yield text;
    }
    const deadline = AbortSignal.any([AbortSignal.timeout(wholeMs), ...(signal ? [signal] : [])]);
    try {
      const { sendMail } = await transport();
      const { response = '' } = await sendMail({
        ...fixed,
        ...mail,
        from: sender,
        text: Readable.from(content()),
        messageId: `<${id}@${host}>`,
        signal: deadline,
      });
      return { kind: 'sent', status: Number.parseInt(response, 10) };
    } catch (error) {
      await marking;
      return failureOf(error, isOut);
    }
  };
}

/** The package loads with the first e-mail. */
async function openTransport(url: string): Promise<Pick<Transporter, 'sendMail'>> {
  const { createTransport } = await import('nodemailer');
  const transporter = createTransport({ url, ...timeouts });
  return { sendMail: transporter.sendMail.bind(transporter) };
}

/** The user that signs in, where that is an address. */
function userAddress(smtpUrl: string): string | null {
  const user = decodeURIComponent(new URL(smtpUrl).username);
  return /^[^\s@<>]+@[^\s@<>]+$/.test(user) ? user : null;
}

/** In our own words: an error of the library may quote the password. */
function failureOf(error: unknown, isOut: boolean): MailAttempt {
  const { code, responseCode: status } = (error ?? {}) as {
    readonly code?: unknown;
    readonly responseCode?: unknown;
  };
  const failed = { kind: 'failed', status: null, sent: 'nothing', isFinal: false } as const;
  if (code === 'EAUTH')
    return { ...failed, message: 'The mail server did not accept the user or password of SMTP_URL.' };
  if (typeof status !== 'number')
    return {
      ...failed,
      sent: isOut ? 'maybe' : 'nothing',
      message: 'The mail server could not be reached, or did not answer in time.',
    };
  const isFinal = status >= 500;
  const what = isFinal ? 'refused the e-mail' : 'did not take the e-mail now';
  return { ...failed, status, isFinal, message: `The mail server ${what}: it answered ${status}.` };
}
