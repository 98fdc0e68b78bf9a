import { z } from 'zod';

import { documentBytesMax, type ReadDocument } from '#contracts/api.ts';
import type { ApiDocuments } from '#compute/api-document/api-documents.ts';
import { sha256 } from '#domain/digest.ts';
import { DomainError, invalidField } from '#domain/domain-error.ts';
import type { FetchPublic } from '#egress/fetch-public.ts';
import type { BodyReader } from '../../body/body-reader.ts';
import type { ReceivedBody } from '../../body/read-bytes.ts';
import { rawBody } from '../../body/raw-body.ts';

const fetchTimeoutMs = 20_000;

/** The document of an API as the body of a request, or nothing where a URL names it. */
export const documentBody: BodyReader<Promise<ReceivedBody>> = {
  ...rawBody({
    bytesMax: documentBytesMax,
    content: {
      'application/json': { schema: { type: 'object', description: 'A document of OpenAPI 3.0 or 3.1.' } },
      'application/yaml': { schema: { type: 'string', description: 'The same in YAML.' } },
    },
  }),
  take: async (text) => ({ bytes: Buffer.from(typeof text === 'string' ? text : ''), encodedBytes: null }),
};

export const documentUrl = z
  .string()
  .max(2_000)
  .optional()
  .describe('In the place of a body: a public address that the document is read from, once.');

export interface DocumentDeps {
  readonly apiDocuments: Pick<ApiDocuments, 'read'>;
  readonly fetchPublic: FetchPublic;
}

export interface GivenDocument extends ReadDocument {
  /** SHA-256 of its bytes. */
  readonly digest: string;
}

/** Reads the document that a request gives or names. Throws INVALID_REQUEST, INVALID_DOCUMENT or OUTBOUND_FAILED. */
export async function givenDocument(
  { apiDocuments, fetchPublic }: DocumentDeps,
  workspaceId: string,
  { sent: { bytes: sent }, url }: { readonly sent: ReceivedBody; readonly url: string | undefined },
): Promise<GivenDocument> {
  if (sent.byteLength > 0 === (url !== undefined))
    throw invalidField('documentUrl', 'give either a document as the body or the URL of one');
  const bytes = url === undefined ? sent : await fetchDocument(fetchPublic, url);
  const digest = sha256(bytes);
  const answer = await apiDocuments.read(bytes, workspaceId);
  if (answer.kind === 'refused') throw new DomainError('INVALID_DOCUMENT', answer.message);
  return { ...answer.document, digest };
}

async function fetchDocument(fetchPublic: FetchPublic, url: string): Promise<Buffer> {
  const answer = await fetchPublic(url, { bytesMax: documentBytesMax, timeoutMs: fetchTimeoutMs });
  if (answer.kind === 'fetched' && answer.status === 200) return answer.bytes;
  if (answer.kind === 'invalid') throw invalidField('documentUrl', answer.message);
  const why = answer.kind === 'fetched' ? `It answered ${answer.status}.` : answer.message;
  throw new DomainError('OUTBOUND_FAILED', `The document was not read. ${why}`);
}
