/** Why a PDF or a request for one is refused; the host maps these to its own errors. */
export type PdfErrorCode =
  | 'INVALID_PAGE_RANGES'
  | 'INVALID_PDF'
  | 'INVALID_REQUEST'
  | 'PAYLOAD_TOO_LARGE'
  | 'PDF_ENCRYPTED';

/** A refusal for the caller: a code, a public sentence, and the next step if known. */
export class PdfError extends Error {
  override readonly name = 'PdfError';
  readonly code: PdfErrorCode;
  readonly hint: string | undefined;

  constructor(code: PdfErrorCode, message: string, details: { readonly hint?: string } = {}) {
    super(message);
    this.code = code;
    this.hint = details.hint;
  }
}
