import { z } from 'zod';

/** One row of the catalogue: the status of the answer, when it comes, and what the caller should do. */
interface ErrorRow {
  readonly status: number;
  /** Where the public API answers otherwise: there every mistake of the caller is 400. */
  readonly publicStatus?: number;
  /** For the reference: the circumstance in one sentence. */
  readonly when: string;
  /** The default next step; a refusal may give a better one. */
  readonly hint: string;
}

/** Every code that an answer of ours can carry. The one closed list: a code without a row does not compile. */
export const errorCatalogue = {
  INVALID_JSON: {
    status: 400,
    when: 'The body is not JSON.',
    hint: 'Send a JSON body with the header Content-Type: application/json.',
  },
  INVALID_REQUEST: {
    status: 400,
    when: 'A field is missing, of the wrong type or out of bounds; the message names it.',
    hint: 'Correct the named field and send the request again.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    publicStatus: 400,
    when: 'The body is larger than allowed, as sent or after decompression.',
    hint: 'Send a smaller body, or a link to the document instead of the document.',
  },
  NOT_FOUND: {
    status: 404,
    when: 'There is nothing at this address, or it belongs to another workspace.',
    hint: 'Check the address and the id in it.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    when: 'The address exists, but not for this method.',
    hint: 'Use one of the methods in the Allow header.',
  },
  UNSUPPORTED_API_VERSION: {
    status: 400,
    when: 'API-Version names a version that does not exist.',
    hint: 'Leave the header out or send a supported version.',
  },
  API_VERSION_RETIRED: {
    status: 410,
    when: 'API-Version names a version that is no longer served.',
    hint: 'Move to the current version.',
  },
  RATE_LIMITED: {
    status: 429,
    when: 'The hourly quota of the public API is used up.',
    hint: 'Wait for the seconds in Retry-After, then try again.',
  },
  UNKNOWN_TOOL: {
    status: 400,
    when: 'There is no tool with this id.',
    hint: 'GET /api/tools lists every tool.',
  },
  TOOL_LIMIT_EXCEEDED: {
    status: 400,
    when: 'The tool would take too long, or its output would be too large.',
    hint: 'Send a shorter text or smaller counts.',
  },
  INVALID_IMAGE: {
    status: 400,
    when: 'The image cannot be fetched or read, or is too large.',
    hint: 'Send a PNG, JPEG, WebP, GIF or AVIF of at most 10 MB and 40 megapixels.',
  },
  INVALID_PDF: {
    status: 400,
    when: 'The file is not a PDF or cannot be repaired.',
    hint: 'Open the file in a PDF reader, save it again and send that copy.',
  },
  PDF_ENCRYPTED: {
    status: 400,
    when: 'The PDF needs a password to open.',
    hint: 'Remove the password and send the file again.',
  },
  INVALID_PAGE_RANGES: {
    status: 400,
    when: 'A part of ranges is not a page or a page range of this document.',
    hint: 'Write pages and ranges such as 1,3-5; pages start at 1.',
  },
  MODEL_UNAVAILABLE: {
    status: 500,
    when: 'The tool needs a model and none is configured, or it does not answer.',
    hint: 'Try again later.',
  },
  INTERNAL_ERROR: {
    status: 500,
    when: 'Something on our side failed.',
    hint: 'Try again; if it goes on, report the request id.',
  },
  INVALID_EMAIL: {
    status: 400,
    when: 'email is not an address.',
    hint: 'Send one address such as ada@example.com.',
  },
  SHEET_NOT_FOUND: {
    status: 404,
    when: 'There is no waitlist with this sheetName.',
    hint: 'Leave sheetName out or check its spelling; it is case-sensitive.',
  },
  EMAIL_NOT_ALLOWED: {
    status: 403,
    when: 'The address belongs to a blocked or disposable domain.',
    hint: 'Use a lasting address.',
  },
  SHEET_CLOSED: {
    status: 403,
    when: 'The waitlist takes no more addresses.',
    hint: 'This list is closed; there is nothing to retry.',
  },
  WAITLIST_UNAVAILABLE: {
    status: 500,
    when: 'The place where the waitlist is kept does not answer.',
    hint: 'Try again later; nothing was written.',
  },
  DELIVERY_RATE_EXCEEDED: {
    status: 429,
    when: 'More than 60 deliveries a minute for the workspace, or 600 requests a minute on one URL.',
    hint: 'Send the same delivery again after the seconds in Retry-After.',
  },
  CONCURRENCY_EXCEEDED: {
    status: 429,
    when: 'Eight deliveries of the workspace are being processed, or eight messages of the conversation wait.',
    hint: 'Send the same request again after the seconds in Retry-After.',
  },
  WEBHOOK_RETIRED: {
    status: 410,
    when: 'The automation of this URL was deleted.',
    hint: 'Delete this webhook at the sender; a new automation has a new URL.',
  },
  UNKNOWN_WEBHOOK: {
    status: 404,
    when: 'No automation ever had this URL.',
    hint: 'Copy the URL of the automation again, whole.',
  },
  INTAKE_UNAVAILABLE: {
    status: 503,
    when: 'The delivery could not be stored safely; nothing of it is kept.',
    hint: 'Send the same delivery again after the seconds in Retry-After.',
  },
  INVALID_EVENT_ID: {
    status: 400,
    when: 'The event id is longer than 255 characters.',
    hint: 'Send a shorter X-Service-Event-Id, unique per delivery and the same on its retries.',
  },
  INVALID_ENCODING: {
    status: 400,
    when: 'The body cannot be decoded as its Content-Encoding says.',
    hint: 'Send the body as it is, or encode it as the header says.',
  },
  UNSUPPORTED_ENCODING: {
    status: 415,
    publicStatus: 400,
    when: 'Content-Encoding is not gzip, deflate or br.',
    hint: 'Send the body without Content-Encoding.',
  },
  UNAUTHENTICATED: {
    status: 401,
    when: 'The request carries no valid token.',
    hint: 'Send the header Authorization: Bearer <workspace token>.',
  },
  INVALID_DOMAIN: {
    status: 400,
    when: 'domain is not a host name, or a wildcard too wide.',
    hint: 'Enter a host such as api.example.com, or *.example.com for its subdomains.',
  },
  HEADER_PAIR_REQUIRED: {
    status: 400,
    when: 'Only one of header name and header value is set.',
    hint: 'Fill in both, or leave both empty.',
  },
  POLICY_EXISTS: { status: 409, when: 'The policy exists already.', hint: 'Change the one that exists.' },
  OUTBOUND_NOT_ALLOWED: {
    status: 403,
    when: 'The request goes to a host or address that the agent may not reach.',
    hint: 'Add the domain to Network Access of this agent.',
  },
  REPLY_PENDING: { status: 504, when: 'The reply takes longer.', hint: 'Read the conversation later.' },
  OUTBOUND_FAILED: {
    status: 502,
    when: 'The request was allowed, but could not be delivered.',
    hint: 'Check that the target is up and answers within the limits.',
  },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof errorCatalogue;

/** The body of every error answer; `error` repeats `message` for older callers. */
export const ErrorBody = z.object({
  error: z.string(),
  code: z.enum(Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  hint: z.string(),
});
