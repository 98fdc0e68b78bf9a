import type { IncomingMessage } from 'node:http';

import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';

import { pdfUploadLimits } from '#contracts/pdf.ts';
import { DomainError } from '#domain/domain-error.ts';

const limits = {
  files: pdfUploadLimits.filesMax + 2,
  fields: 50,
  parts: 100,
  fieldSize: 100_000,
  fieldNameSize: 200,
  headerPairs: 50,
  headerSize: 16_384,
};
/** Allowance for everything but the files: boundaries, part headers and text fields. */
const overheadBytesMax = 1_000_000;
const bodyBytesMax = pdfUploadLimits.bytesMax + overheadBytesMax;

/** A parser for the multipart body of a request. Throws INVALID_REQUEST or PAYLOAD_TOO_LARGE based on its headers. */
export function multipartParser({ headers }: IncomingMessage): BusboyInstance {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (!/^multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '')) throw notMultipart();
  if (encoding !== 'identity') {
    throw new DomainError('INVALID_REQUEST', 'The body must be sent without Content-Encoding.');
  }
  if (Number(headers['content-length'] ?? 0) > bodyBytesMax) throw tooLarge();
  try {
    return new Busboy({ headers: headers as BusboyHeaders, limits });
  } catch {
    throw notMultipart();
  }
}

/** Calls `refuse` once the body exceeds the limit for all files together. */
export function countBody(request: IncomingMessage, refuse: (error: DomainError) => void): void {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.byteLength;
    if (bytes > bodyBytesMax) refuse(tooLarge());
  });
}

function notMultipart(): DomainError {
  return new DomainError(
    'INVALID_REQUEST',
    'The body must be multipart/form-data with a boundary, holding action and file or files.',
    {
      hint: 'Let the HTTP client write the Content-Type, for example curl -F action=get-info -F file=@a.pdf.',
    },
  );
}

function tooLarge(): DomainError {
  const shown = pdfUploadLimits.bytesMax.toLocaleString('en');
  return new DomainError('PAYLOAD_TOO_LARGE', `file and files may hold at most ${shown} bytes in all.`, {
    hint: 'Send smaller files, or fewer at a time.',
  });
}
