import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Blobs, ListedBlob } from '#blobs/blobs.ts';

type Served = Pick<Blobs, 'put' | 'get' | 'delete' | 'list'>;

const bucket = 'drill';
const rowsMax = 1_000;

/** Serves blobs on loopback as far as the API of S3 is used by any version of ours. `url`: a value of `BLOBS_URL`. */
export async function serveBlobs(blobs: Served) {
  const pages = new Map<string, AsyncIterator<ListedBlob>>();
  const server = createServer((request, response) => {
    answer({ blobs, pages, request, response }).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end(String(error));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `s3://drill:drill@127.0.0.1:${port}/${bucket}?tls=false`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Exchange {
  readonly blobs: Served;
  /** Lists that go on, by the token of their next page. */
  readonly pages: Map<string, AsyncIterator<ListedBlob>>;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

async function answer({ blobs, pages, request, response }: Exchange): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://drill');
  const key = decodeURIComponent(pathname.slice(bucket.length + 2));
  if (request.method === 'PUT') {
    await blobs.put(key, new Blob([await buffer(request)]));
    response.writeHead(200, { etag: '"drill"' }).end();
  } else if (request.method === 'DELETE') {
    await blobs.delete(key);
    response.writeHead(204).end();
  } else if (key === '') {
    const area = (searchParams.get('prefix') ?? '').replace(/\/$/, '');
    const token = searchParams.get('continuation-token') ?? '';
    const rows = pages.get(token) ?? blobs.list(area)[Symbol.asyncIterator]();
    response.writeHead(200, { 'content-type': 'application/xml' }).end(await pageOf(rows, pages));
  } else {
    const blob = await blobs.get(key);
    if (blob === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-length': blob.sizeBytes, etag: '"drill"' });
    await pipeline(blob.stream, response);
  }
}

/** The next rows of a list. Keys have no character that XML would have to be told of (adapters/blobs/key.ts). */
async function pageOf(rows: AsyncIterator<ListedBlob>, pages: Exchange['pages']): Promise<string> {
  const found: ListedBlob[] = [];
  let isOver = false;
  while (found.length < rowsMax && !isOver) {
    const { done, value } = await rows.next();
    isOver = done === true;
    if (!isOver) found.push(value as ListedBlob);
  }
  const token = String(pages.size + 1);
  if (!isOver) pages.set(token, rows);
  const contents = found.map(
    ({ key, storedAtMs }) =>
      `<Contents><Key>${key}</Key><LastModified>${new Date(storedAtMs).toISOString()}</LastModified><Size>0</Size></Contents>`,
  );
  const next = isOver ? '' : `<NextContinuationToken>${token}</NextContinuationToken>`;
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${!isOver}</IsTruncated>${next}<KeyCount>${found.length}</KeyCount>${contents.join('')}</ListBucketResult>`;
}
