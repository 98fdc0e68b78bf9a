import type { ErrorRow } from './row.ts';

/** Refusals of the six public endpoints. */
export const publicErrors = {
  RATE_LIMITED: {
    status: 429,
    when: 'The hourly quota of the public API is used up, or a token calls the management API too often.',
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
    when: 'The PDF needs a password to open, and none was sent or a wrong one.',
    hint: 'Send the password of the file in the field password.',
  },
  INVALID_PAGE_RANGES: {
    status: 400,
    when: 'A part of ranges is not a page or a page range of this document.',
    hint: 'Write pages and ranges such as 1,3-5; pages start at 1.',
  },
  MODEL_UNAVAILABLE: {
    status: 500,
    when: 'The tool needs a model, and there is none, it gives no usable answer, or its calls of the day are used up.',
    hint: 'Try again later.',
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
} as const satisfies Record<string, ErrorRow>;
