import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { SMTPServer } from 'smtp-server';

/** An e-mail as a server outside gets it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string | null;
  /** Headers and text, its broken lines joined. */
  readonly source: string;
}

/** `refuse`: the status that each e-mail is refused with; 0 takes it. `answer`: when an e-mail that was taken is answered. */
interface MailServerOptions {
  readonly refuse?: number;
  readonly answer?: Promise<void>;
  readonly login?: { readonly user: string; readonly password: string };
}

/** A mail server on loopback that keeps what it takes. */
export async function startMailServer({
  refuse = 0,
  answer = Promise.resolve(),
  login,
}: MailServerOptions = {}) {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onAuth: ({ username, password }, _, done) => {
      const isRight = username === login?.user && password === login?.password;
      done(isRight ? null : new Error('Wrong password'), { user: username });
    },
    onRcptTo: (_address, _session, done) =>
      done(refuse === 0 ? null : Object.assign(new Error('No such mailbox'), { responseCode: refuse })),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          user: session.user ?? null,
          source: Buffer.concat(chunks).toString().replaceAll('=\r\n', ''),
        });
        void answer.finally(done);
      });
    },
  });
  // A client that hangs up is no failure of the server.
  server.on('error', () => undefined);
  const listening = once(server.server, 'listening');
  server.listen(0, '127.0.0.1');
  await listening;
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    received,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
