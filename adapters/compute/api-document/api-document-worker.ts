import { DocumentFault } from '#apis/document/fault.ts';
import { readDocument } from '#apis/document/read-document.ts';
import type { ReadDocument } from '#contracts/api.ts';
import { serveJobs } from '../threads/serve-jobs.ts';

export interface DocumentJob {
  readonly bytes: Uint8Array;
}
export type DocumentAnswer =
  | { readonly kind: 'read'; readonly document: ReadDocument }
  | { readonly kind: 'refused'; readonly message: string };

function answer({ bytes }: DocumentJob): DocumentAnswer {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { kind: 'read', document: readDocument(text) };
  } catch (error) {
    if (error instanceof DocumentFault) return { kind: 'refused', message: error.message };
    if (error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      return { kind: 'refused', message: 'The document is not in UTF-8.' };
    throw error;
  }
}

serveJobs<DocumentJob>((job) => JSON.stringify(answer(job)));
