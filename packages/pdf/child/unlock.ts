import { readFileSync, writeFileSync } from 'node:fs';
import { refusals } from '../refusals.ts';
import { PdfError } from '../pdf-error.ts';
import { withPdfjs, type Upload } from './pdfjs.ts';
import { takeQpdf, type Qpdf } from './qpdf.ts';

/** The exit code of `--requires-password` where a file is encrypted and opens all the same. */
const opensAnyway = 3;
const failed = 2;

/** Passwords are in UTF-8 since PDF 2.0, and were in one byte for each character before. */
const encodings = ['utf8', 'latin1'] as const;

function decrypts(qpdf: Qpdf, password: Buffer): boolean {
  // In a file, because a parameter would be read in part where it begins with @.
  qpdf.write('password', password);
  return qpdf.exitCode('--password-file=/password', '--decrypt', '/in.pdf', '/open.pdf') !== failed;
}

/** Whether an engine opens it without a password. */
async function opens(upload: Upload): Promise<boolean> {
  try {
    return await withPdfjs(upload, async () => true);
  } catch (error) {
    if (error instanceof PdfError && error.code === 'PDF_ENCRYPTED') return false;
    // Damaged: what there is to say of it the engines will.
    return true;
  }
}

/**
 * A copy without encryption beside an upload that needs the password, so that every engine can read it; other uploads stay.
 * Throws PDF_ENCRYPTED where the password is wrong.
 */
export async function unlock(upload: Upload, password: string): Promise<Upload> {
  const bytes = readFileSync(upload.path);
  if (!bytes.includes('/Encrypt')) return upload;
  const qpdf = await takeQpdf();
  qpdf.write('in.pdf', bytes);
  if (qpdf.exitCode('--requires-password', '/in.pdf') === opensAnyway) return upload;
  if (!encodings.some((encoding) => decrypts(qpdf, Buffer.from(password, encoding)))) {
    if (await opens(upload)) return upload;
    throw refusals.wrongPassword(upload.name);
  }
  const path = `${upload.path}.open`;
  writeFileSync(path, qpdf.read('open.pdf'), { mode: 0o600 });
  return { path, name: upload.name, locked: { sizeBytes: bytes.length } };
}
