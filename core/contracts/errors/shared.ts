import type { ErrorRow } from './row.ts';

/** Refusals shared by all parts of the API. */
export const sharedErrors = {
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
  REQUEST_HEADERS_TOO_LARGE: {
    status: 431,
    when: 'The address and the headers of the request are too large together.',
    hint: 'Send fewer or shorter headers, and what is long in the body.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    when: 'The request took too long to arrive.',
    hint: 'Send it again, over a faster connection or in smaller parts.',
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
  INTERNAL_ERROR: {
    status: 500,
    when: 'Something on our side failed.',
    hint: 'Try again; if it persists, report the request id.',
  },
  NOT_READY: {
    status: 503,
    when: 'Redis or Temporal cannot be reached, no file can be stored (`blobs`), Temporal lacks the namespace, the search attributes or a worker that asks for runs, the memory of Redis is full, or this process is being stopped; the message says which.',
    hint: 'Wait until it answers again, make room, run the set-up step, or start a worker; nothing that was accepted is lost.',
  },
} as const satisfies Record<string, ErrorRow>;
