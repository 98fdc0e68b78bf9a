import { ErrorBody, errorCatalogue, type ErrorCode } from '../../contracts/errors.ts';
import type { ErrorRow } from '../../contracts/errors/row.ts';
import { statusOfError } from '../errors/status-of-error.ts';
import { responseHeaders } from './headers.ts';
import type { Operation, Part } from './operation.ts';

const versionCodes: readonly ErrorCode[] = ['UNSUPPORTED_API_VERSION'];
const jsonBody: readonly ErrorCode[] = [
  'INVALID_JSON',
  'INVALID_REQUEST',
  'PAYLOAD_TOO_LARGE',
  'INVALID_ENCODING',
  'UNSUPPORTED_ENCODING',
];

/** What every operation of a part can be refused with. */
const sharedCodes: Readonly<Record<Part, readonly ErrorCode[]>> = {
  public: [...versionCodes, 'RATE_LIMITED'],
  hooks: [],
  manage: [...versionCodes, 'UNAUTHENTICATED'],
  operator: [...versionCodes, 'UNAUTHENTICATED'],
  service: ['REQUEST_TIMEOUT', 'REQUEST_HEADERS_TOO_LARGE'],
};

const withRetryAfter: ReadonlySet<ErrorCode> = new Set([
  'RATE_LIMITED',
  'DELIVERY_RATE_EXCEEDED',
  'CONCURRENCY_EXCEEDED',
  'INTAKE_UNAVAILABLE',
]);

function codesOf(
  { part, request = [], refusals = [] }: Operation,
  hasRetired: boolean,
): readonly ErrorCode[] {
  const hasJson = request.some(({ mediaType }) => mediaType === 'application/json') && part !== 'hooks';
  return [
    ...(hasJson ? jsonBody : []),
    ...refusals,
    ...sharedCodes[part],
    ...(hasRetired && sharedCodes[part].includes('UNSUPPORTED_API_VERSION')
      ? (['API_VERSION_RETIRED'] as const)
      : []),
  ];
}

/** The refusals of an operation by status: which codes, when each comes, what to do, and an example of each. */
export function refusalResponses(operation: Operation, { hasRetired }: { readonly hasRetired: boolean }) {
  const { part } = operation;
  const byStatus = Map.groupBy(new Set(codesOf(operation, hasRetired)), (code) =>
    statusOfError(code, part === 'public'),
  );
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code].when}`).join('\n\n'),
        headers: responseHeaders(part, codes.some((code) => withRetryAfter.has(code)) ? ['Retry-After'] : []),
        content: {
          'application/json': {
            schema: ErrorBody,
            examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code, part)])),
          },
        },
      },
    ]),
  );
}

function exampleOf(code: ErrorCode, part: Part) {
  const { when: message, hint: usual, operatorHint = usual }: ErrorRow = errorCatalogue[code];
  const hint = part === 'operator' ? operatorHint : usual;
  return { summary: message, value: { error: message, code, message, hint } };
}
