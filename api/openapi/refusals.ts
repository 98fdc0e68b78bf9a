import { ErrorBody, errorCatalogue, type ErrorCode } from '#contracts/errors.ts';
import type { ErrorRow } from '#contracts/errors/row.ts';
import { statusOfError } from '../errors/status-of-error.ts';
import { responseHeaders, whereBodiesWait } from './headers.ts';
import type { Operation } from '../operations/define-operation.ts';
import type { Access } from '../operations/request.ts';

const versionCodes: readonly ErrorCode[] = ['UNSUPPORTED_API_VERSION'];

/** Error codes shared by all operations, by access. */
const sharedCodes: Readonly<Record<Access, readonly ErrorCode[]>> = {
  public: [...versionCodes, 'RATE_LIMITED'],
  hook: [],
  owner: [...versionCodes, 'UNAUTHENTICATED', 'MASTER_KEY_MISSING', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'],
  ownerOrOperator: [...versionCodes, 'UNAUTHENTICATED', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'],
  operator: [...versionCodes, 'UNAUTHENTICATED', 'SERVICE_UNAVAILABLE'],
  service: ['REQUEST_TIMEOUT', 'REQUEST_HEADERS_TOO_LARGE'],
};

const withRetryAfter: ReadonlySet<ErrorCode> = new Set([
  'RATE_LIMITED',
  'DELIVERY_RATE_EXCEEDED',
  'CONCURRENCY_EXCEEDED',
  'STORAGE_EXCEEDED',
  'INTAKE_UNAVAILABLE',
  'WEBHOOK_SUSPENDED',
  'SERVICE_UNAVAILABLE',
]);

/** The error codes of an operation: from its access, query, params, body and handler. */
export function codesOf(operation: Operation, hasRetired: boolean): ReadonlySet<ErrorCode> {
  const { access, method, role, params, query, body, refusals = [] } = operation;
  const shared = sharedCodes[access];
  const hasShapes = Object.values(params).some(({ shape }) => shape !== undefined);
  return new Set<ErrorCode>([
    ...(body?.refusals ?? []),
    ...(query === undefined ? [] : (['INVALID_REQUEST'] as const)),
    ...refusals,
    ...(role === undefined || role === 'viewer' ? [] : (['INSUFFICIENT_ROLE'] as const)),
    ...(access === 'owner' && method !== 'get' ? (['WORKSPACE_SUSPENDED'] as const) : []),
    ...(hasShapes ? (['NOT_FOUND'] as const) : []),
    ...shared,
    ...(hasRetired && shared.includes('UNSUPPORTED_API_VERSION') ? (['API_VERSION_RETIRED'] as const) : []),
  ]);
}

/** The error responses of an operation by status: codes, when each occurs, hints and examples. */
export function refusalResponses(operation: Operation, { hasRetired }: { readonly hasRetired: boolean }) {
  const { access, body } = operation;
  const isReadIntoMemory = access === 'public' && body?.content['application/json'] !== undefined;
  const byStatus = Map.groupBy(codesOf(operation, hasRetired), (code) =>
    statusOfError(code, access === 'public'),
  );
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code].when}`).join('\n\n'),
        headers: {
          ...responseHeaders(access, codes.some((code) => withRetryAfter.has(code)) ? ['Retry-After'] : []),
          ...(isReadIntoMemory && codes.includes('INTERNAL_ERROR') && whereBodiesWait),
        },
        content: {
          'application/json': {
            schema: ErrorBody,
            examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code, access)])),
          },
        },
      },
    ]),
  );
}

function exampleOf(code: ErrorCode, access: Access) {
  const { when: message, hint: usual, operatorHint = usual }: ErrorRow = errorCatalogue[code];
  const hint = access === 'operator' ? operatorHint : usual;
  return { summary: message, value: { error: message, code, message, hint } };
}
