import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

interface GuardOptions {
  /** On 127.0.0.1. */
  readonly port: number;
  /** The server to which requests are passed on. */
  readonly target: { readonly host: string; readonly port: number };
  /** Host names by which it may be called, beside those of this machine. */
  readonly names?: readonly string[];
}

export interface HostGuard {
  readonly close: () => void;
}

const ownNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * An HTTP server on loopback that passes on what is asked of it by a name of this machine, and refuses the rest: a page whose
 * name was changed to lead to 127.0.0.1 (DNS rebinding) asks by its own name. For servers that do not look.
 */
export async function startHostGuard({ port, target, names = [] }: GuardOptions): Promise<HostGuard> {
  const known = new Set([...ownNames, ...names.map((name) => name.toLowerCase())]);
  const server = createServer((incoming, response) => {
    const name = nameIn(incoming.headers.host);
    if (name !== undefined && known.has(name)) void passOn(target, incoming, response);
    else refuse(incoming, response, port);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  // It goes with the process.
  server.unref();
  function close(): void {
    server.close();
    server.closeAllConnections();
  }
  return { close };
}

/** Without its port, in lower case. */
function nameIn(host: string | undefined): string | undefined {
  const url = host === undefined ? null : URL.parse(`http://${host}`);
  return url?.pathname === '/' && url.username === '' && url.search === '' ? url.hostname : undefined;
}

function refuse(incoming: IncomingMessage, response: ServerResponse, port: number): void {
  incoming.resume();
  response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(`This page is not served by that name. Open http://localhost:${port}.\n`);
}

async function passOn(
  target: GuardOptions['target'],
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method, url: path, rawHeaders: headers } = incoming;
  const passed = request({ ...target, method, path, headers });
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    const answered = once(passed, 'response', { signal: gone.signal });
    const sent = pipeline(incoming, passed);
    const [answer] = (await Promise.all([answered, sent]))[0] as [IncomingMessage];
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    await pipeline(answer, response);
  } catch {
    passed.destroy();
    if (!response.headersSent) response.writeHead(502);
    response.end();
  }
}
