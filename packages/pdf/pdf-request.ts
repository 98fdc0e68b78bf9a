import { type PdfAction, PdfDetail } from './pdf-answers.ts';
import { PdfError } from './pdf-error.ts';
import { parsePageRanges } from './page-ranges.ts';

/** The fields of a PDF request as they came: texts, and how many uploads each file field holds. */
export interface PdfFields {
  readonly action: string | undefined;
  readonly ranges: string | undefined;
  readonly detail: string | undefined;
  readonly password: string | undefined;
  readonly file: number;
  readonly files: number;
}

interface ActionRule {
  readonly takes: 'one' | 'several';
  readonly ranges: 'required' | 'optional' | 'none';
}

const rules: Readonly<Record<PdfAction, ActionRule>> = {
  'pdf-to-text': { takes: 'one', ranges: 'optional' },
  'get-info': { takes: 'one', ranges: 'none' },
  split: { takes: 'one', ranges: 'required' },
  merge: { takes: 'several', ranges: 'none' },
};

function invalid(message: string): never {
  throw new PdfError('INVALID_REQUEST', message);
}

function isAction(action: string): action is PdfAction {
  return Object.hasOwn(rules, action);
}

function checkUploads(action: PdfAction, { file, files }: PdfFields, filesMax: number): void {
  if (rules[action].takes === 'several') {
    if (file + files < 2) invalid(`files must hold at least two PDFs for ${action}.`);
    if (file + files > filesMax) {
      throw new PdfError('PAYLOAD_TOO_LARGE', `files may hold at most ${filesMax} PDFs.`, {
        hint: 'Merge in several steps.',
      });
    }
    return;
  }
  if (file > 0 && files > 0) invalid(`file and files are both set; ${action} takes one PDF in one of them.`);
  if (file + files === 0) invalid(`file is missing; ${action} takes one PDF.`);
  if (file + files > 1)
    invalid(`${file > 0 ? 'file' : 'files'} holds more than one PDF; ${action} takes one.`);
}

function checkRanges(action: PdfAction, ranges: string | undefined): string | null {
  const text = ranges?.trim() ?? '';
  const rule = rules[action].ranges;
  if (text === '') {
    if (rule === 'required') invalid(`ranges is missing; ${action} needs pages such as 1,3-5.`);
    return null;
  }
  if (rule === 'none') invalid(`ranges is not taken by ${action}, which always uses every page.`);
  parsePageRanges(text);
  return text;
}

function readDetail(action: PdfAction, written: string | undefined): PdfDetail {
  const text = written?.trim() ?? '';
  if (text === '') return 'pages';
  if (action !== 'pdf-to-text') invalid(`detail is not taken by ${action}, only by pdf-to-text.`);
  return PdfDetail.safeParse(text).data ?? invalid(`detail must be one of ${PdfDetail.options.join(', ')}.`);
}

/** PDF itself reads at most 127 bytes. */
const passwordCharsMax = 200;

/** The password of the PDFs that need one, which is no part of the request and must not be stored with it; null without one. */
export function readPdfPassword({ password = '' }: Pick<PdfFields, 'password'>): string | null {
  if (password.length > passwordCharsMax)
    invalid(`password may have at most ${passwordCharsMax} characters.`);
  if (/[\r\n\0]/.test(password)) invalid('password must be one line.');
  return password === '' ? null : password;
}

/**
 * The content of a PDF request, checked as far as that is possible without opening a file. Throws INVALID_REQUEST for a
 * wrong combination of fields, PAYLOAD_TOO_LARGE for too many files, INVALID_PAGE_RANGES for a malformed part.
 */
export function readPdfRequest(
  fields: PdfFields,
  filesMax: number,
): { readonly action: PdfAction; readonly ranges: string | null; readonly detail: PdfDetail } {
  const action = fields.action?.trim() ?? '';
  if (!isAction(action)) invalid(`action must be one of ${Object.keys(rules).join(', ')}.`);
  checkUploads(action, fields, filesMax);
  return { action, ranges: checkRanges(action, fields.ranges), detail: readDetail(action, fields.detail) };
}
