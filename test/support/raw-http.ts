import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Sends these bytes as they are and gives the first answer, once its body is complete or the server hangs up; null where
 * the server hangs up without one. For requests that no client of a library would send.
 */
export async function rawHttp(url: string, bytes: string | Buffer): Promise<RawAnswer | null> {
  const { hostname, port } = new URL(url);
  return await new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    const finish = () => {
      socket.destroy();
      resolve(answerIn(text, true));
    };
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (answerIn(text, false) !== null) finish();
    });
    // A server that refuses the headers closes while we are still writing; what it said has arrived before.
    socket.on('error', () => undefined);
    socket.on('close', finish);
    socket.write(bytes);
  });
}

function answerIn(text: string, isClosed: boolean): RawAnswer | null {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const body = text.slice(end + 4);
  const isComplete = isClosed || body.length >= Number(headers['content-length'] ?? Infinity);
  return isComplete ? { status: Number(statusLine.split(' ')[1]), headers, body } : null;
}
