import { createServer } from 'node:http';

interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

export type StatusPages = Readonly<Record<string, () => Promise<Answer>>>;

/** Answers `GET` on a few paths, for monitoring on a port of its own; what fails is answered 500. */
export async function serveStatus(
  pages: StatusPages,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<{ readonly close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const page = Object.hasOwn(pages, request.url ?? '') ? pages[request.url ?? ''] : undefined;
    if (page === undefined) {
      response.writeHead(404).end();
      return;
    }
    page().then(
      ({ status, contentType, text }) =>
        response.writeHead(status, { 'Content-Type': contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  const listening = Promise.withResolvers<void>();
  server.once('error', listening.reject);
  server.listen(port, host, listening.resolve);
  await listening.promise;
  return {
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        // A scrape is repeated; a connection that sends nothing would hold up the stop.
        server.closeAllConnections();
      }),
  };
}
