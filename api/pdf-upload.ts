import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';

import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';

import { pdfLimits } from '../contracts/pdf.ts';
import { DomainError } from '../domain/domain-error.ts';
import type { PdfFields } from '../domain/pdf-request.ts';
import type { Job } from '../store/jobs/jobs.ts';
import { drain } from './read-bytes.ts';

/** The files, `file` before `files` and each in the order sent, and the texts beside them. */
export interface PdfUpload {
  readonly fields: PdfFields;
  readonly inputs: readonly string[];
}

type FileField = 'file' | 'files';
type TextField = 'action' | 'ranges';

/** Some clients mark a field of several files with brackets. */
const fileFields: Readonly<Record<string, FileField>> = { file: 'file', files: 'files', 'files[]': 'files' };
const textFields: Readonly<Record<string, TextField>> = { action: 'action', ranges: 'ranges' };

const limits = {
  files: pdfLimits.filesMax + 2,
  fields: 50,
  parts: 100,
  fieldSize: 100_000,
  fieldNameSize: 200,
  headerPairs: 50,
  headerSize: 16_384,
};
/** Beside the files: boundaries, headers of parts and texts. */
const overheadBytesMax = 1_000_000;

const invalid = (message: string, hint?: string) =>
  new DomainError('INVALID_REQUEST', message, hint === undefined ? {} : { hint });

/**
 * Reads a multipart body into the folder of a job, file by file as it arrives. Throws INVALID_REQUEST and
 * PAYLOAD_TOO_LARGE; rejects when the sender goes away.
 */
export async function readPdfUpload(request: IncomingMessage, job: Job): Promise<PdfUpload> {
  const parser = parserFor(request);
  const texts = new Map<TextField, string>();
  const names: Readonly<Record<FileField, string[]>> = { file: [], files: [] };
  const open = new Set<Readable>();
  const writes: Promise<void>[] = [];
  const finished = Promise.withResolvers<void>();

  parser.on('field', (name, value, _, isCut) => {
    const field = textFields[name];
    if (Object.hasOwn(fileFields, name)) {
      // A form that leaves its file out sends an empty text.
      if (value !== '') finished.reject(invalid(`${name} must be a file, sent with a file name.`));
    } else if (field !== undefined) {
      if (isCut) finished.reject(invalid(`${name} is too long.`));
      if (texts.has(field)) finished.reject(invalid(`${name} is sent twice.`));
      texts.set(field, value);
    }
  });
  parser.on('file', (name, stream, fileName) => {
    const field = Object.hasOwn(fileFields, name ?? '') ? fileFields[name] : undefined;
    if (field === undefined) return void stream.resume();
    open.add(stream);
    const written = store(field, stream, fileName ?? '');
    written.catch(finished.reject);
    writes.push(written);
  });

  async function store(
    field: FileField,
    stream: Readable & { bytesRead: number },
    fileName: string,
  ): Promise<void> {
    const position = names[field].push('') - 1;
    const input = await job.addInput(stream);
    open.delete(stream);
    // A browser sends a file field that nobody filled in as a nameless empty file.
    names[field][position] = fileName === '' && stream.bytesRead === 0 ? '' : input;
  }

  const tooMany = () => finished.reject(invalid('The body has too many parts.'));
  for (const event of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) parser.once(event, tooMany);
  parser.once('finish', finished.resolve);
  parser.once('error', () => finished.reject(cutOff()));
  request.once('close', () => {
    if (!request.complete) finished.reject(new Error('The sender went away before the body was complete'));
  });
  request.on('data', countAgainst(pdfLimits.bytesMax + overheadBytesMax, finished.reject));
  request.pipe(parser);
  try {
    await finished.promise;
    await Promise.all(writes);
  } catch (error) {
    request.unpipe(parser);
    drain(request);
    for (const stream of open) stream.destroy();
    parser.on('error', () => undefined).destroy();
    await Promise.allSettled(writes);
    throw error;
  }
  return uploadOf(texts, names);
}

function uploadOf(
  texts: ReadonlyMap<TextField, string>,
  names: Readonly<Record<FileField, string[]>>,
): PdfUpload {
  const file = names.file.filter((name) => name !== '');
  const files = names.files.filter((name) => name !== '');
  return {
    fields: {
      action: texts.get('action'),
      ranges: texts.get('ranges'),
      file: file.length,
      files: files.length,
    },
    inputs: [...file, ...files],
  };
}

function parserFor(request: IncomingMessage): BusboyInstance {
  const type = request.headers['content-type'] ?? '';
  const encoding = request.headers['content-encoding'] ?? 'identity';
  const lengthBytes = Number(request.headers['content-length'] ?? 0);
  try {
    if (!/^multipart\/form-data\s*(;|$)/i.test(type)) throw notMultipart();
    if (encoding !== 'identity') throw invalid('The body must be sent without Content-Encoding.');
    if (lengthBytes > pdfLimits.bytesMax + overheadBytesMax) throw tooLarge();
    return new Busboy({ headers: request.headers as BusboyHeaders, limits });
  } catch (error) {
    drain(request);
    throw error instanceof DomainError ? error : notMultipart();
  }
}

function notMultipart(): DomainError {
  return invalid(
    'The body must be multipart/form-data with a boundary, holding action and file or files.',
    'Let the HTTP client write the Content-Type, for example curl -F action=get-info -F file=@a.pdf.',
  );
}

function cutOff(): DomainError {
  return invalid('The multipart body is malformed or cut off; action and file or files cannot be read.');
}

function tooLarge(): DomainError {
  const shown = pdfLimits.bytesMax.toLocaleString('en');
  return new DomainError('PAYLOAD_TOO_LARGE', `file and files may hold at most ${shown} bytes in all.`, {
    hint: 'Send smaller files, or fewer at a time.',
  });
}

function countAgainst(bytesMax: number, refuse: (error: DomainError) => void): (chunk: Buffer) => void {
  let bytes = 0;
  return function count(chunk) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) refuse(tooLarge());
  };
}
