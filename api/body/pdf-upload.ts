import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';

import type { BusboyInstance } from '@fastify/busboy';

import { createFirstLook, type FirstLook, type PdfFields } from '@reveille/pdf';
import { DomainError } from '#domain/domain-error.ts';
import type { Job } from '#store/jobs/jobs.ts';
import { takeFiles } from './arrival-time.ts';
import { countBody, multipartParser } from './multipart-parser.ts';
import { drain, onDisconnect } from './read-bytes.ts';

/** The uploaded files (`file` before `files`, each in the order sent) and the text fields. */
export interface PdfUpload {
  readonly fields: PdfFields;
  readonly inputs: readonly string[];
  /** At each of the inputs. */
  readonly looks: readonly FirstLook[];
}

type Refuse = (error: unknown) => void;

/** Some clients append brackets to the name of a multi-file field. */
const fileFields: Readonly<Record<string, 'file' | 'files'>> = {
  file: 'file',
  files: 'files',
  'files[]': 'files',
};
type TextField = 'action' | 'ranges' | 'detail' | 'password';
const textFields: Readonly<Record<string, TextField>> = {
  action: 'action',
  ranges: 'ranges',
  detail: 'detail',
  password: 'password',
};

const fieldOf = <F>(fields: Readonly<Record<string, F>>, name: string | undefined): F | undefined =>
  name !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined;

const invalid = (message: string) => new DomainError('INVALID_REQUEST', message);

/**
 * Streams a multipart body into the files of a job. Throws INVALID_REQUEST and PAYLOAD_TOO_LARGE; rejects when the
 * client disconnects.
 */
export async function readPdfUpload(request: IncomingMessage, job: Job): Promise<PdfUpload> {
  takeFiles(request);
  const parser = parserOrDrain(request);
  const finished = Promise.withResolvers<void>();
  const refuse: Refuse = finished.reject;
  const texts = collectTexts(parser, refuse);
  const files = collectFiles(parser, job, refuse);
  const tooMany = () => refuse(invalid('The body has too many parts.'));
  for (const event of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) parser.once(event, tooMany);
  parser.once('finish', finished.resolve);
  parser.once('error', () =>
    refuse(invalid('The multipart body is malformed or cut off; action and file or files cannot be read.')),
  );
  onDisconnect(request, refuse);
  countBody(request, refuse);
  request.pipe(parser);
  try {
    await finished.promise;
    await files.written();
  } catch (error) {
    request.unpipe(parser);
    drain(request);
    parser.on('error', () => undefined).destroy();
    await files.giveUp();
    throw error;
  }
  const [file, several] = [files.filled('file'), files.filled('files')];
  const uploads = [...file, ...several];
  return {
    fields: {
      action: texts.get('action'),
      ranges: texts.get('ranges'),
      detail: texts.get('detail'),
      password: texts.get('password'),
      file: file.length,
      files: several.length,
    },
    inputs: uploads.map(({ input }) => input),
    looks: uploads.map(({ look }) => look),
  };
}

function parserOrDrain(request: IncomingMessage): BusboyInstance {
  try {
    return multipartParser(request);
  } catch (error) {
    drain(request);
    throw error;
  }
}

function collectTexts(parser: BusboyInstance, refuse: Refuse): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  parser.on('field', (name, value, _, isCut) => {
    const field = fieldOf(textFields, name);
    // A client that omits the file may send an empty text field in its place.
    if (fieldOf(fileFields, name) !== undefined && value !== '') {
      refuse(invalid(`${name} must be a file, sent with a file name.`));
    }
    if (field === undefined) return;
    if (isCut) refuse(invalid(`${field} is too long.`));
    if (texts.has(field)) refuse(invalid(`${field} is sent twice.`));
    texts.set(field, value);
  });
  return texts;
}

function collectFiles(parser: BusboyInstance, job: Job, refuse: Refuse) {
  const uploads: { readonly field: 'file' | 'files'; readonly look: FirstLook; input: string }[] = [];
  const open = new Set<Readable>();
  const writes: Promise<void>[] = [];

  parser.on('file', (name, stream, fileName) => {
    const field = fieldOf(fileFields, name);
    if (field === undefined) return void stream.resume();
    const upload = { field, look: createFirstLook(), input: '' };
    uploads.push(upload);
    open.add(stream);
    const written = job.addInput(upload.look.pass(stream as AsyncIterable<Buffer>)).then((input) => {
      open.delete(stream);
      // Browsers send an empty file input as an empty file without a name.
      const isUnfilled = !fileName && stream.bytesRead === 0;
      upload.input = isUnfilled ? '' : input;
    });
    written.catch(refuse);
    writes.push(written);
  });

  return {
    written: async () => void (await Promise.all(writes)),
    giveUp: async () => {
      for (const stream of open) stream.destroy();
      await Promise.allSettled(writes);
    },
    filled: (field: 'file' | 'files') =>
      uploads.filter((upload) => upload.field === field && upload.input !== ''),
  };
}
