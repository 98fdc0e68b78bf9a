import { connect } from 'node:net';

/** Sends a request, as a whole or up to the middle of its body, and breaks the connection off before any answer. */
export async function hangUp(
  url: string,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  at: 'half-way' | 'whole',
): Promise<void> {
  const { hostname, port, pathname } = new URL(url);
  const lines = Object.entries({ host: hostname, ...headers, 'content-length': String(body.length) });
  const head = `POST ${pathname} HTTP/1.1\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`;
  const sent = at === 'whole' ? body : body.slice(0, body.length / 2);
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
    // The callback comes when the bytes are with the system: they arrive although the connection ends.
    socket.write(head + sent, () => socket.destroy());
  });
}
