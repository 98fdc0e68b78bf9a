import type { CalledOperation, OfferedOperation, Parameter } from '#contracts/api.ts';
import type { OutboundMethod } from '#domain/outbound-method.ts';
import { readArguments, type UnknownPlaces } from './arguments.ts';
import { operationNameOf } from './names.ts';
import { formOf, headerOf, queryOf, segmentOf } from './written-parts.ts';

/** The request that a call of an operation is. */
interface OperationRequest {
  readonly method: OutboundMethod;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly operation: CalledOperation;
}

/** `invalid`: the arguments do not fit; a sentence without a value of them. */
export type OperationCall =
  | { readonly kind: 'request'; readonly request: OperationRequest }
  | { readonly kind: 'invalid'; readonly message: string };

class Invalid extends Error {}

/** Writes the request of an operation as its document says, out of nothing but the stored operation and these arguments. */
export function callOf(offered: OfferedOperation, given: unknown, unknown?: UnknownPlaces): OperationCall {
  const read = readArguments(offered.operation, given, unknown);
  if ('mistake' in read) return { kind: 'invalid', message: read.mistake };
  try {
    return { kind: 'request', request: requestOf(offered, new Map(Object.entries(read.values))) };
  } catch (error) {
    if (error instanceof Invalid) return { kind: 'invalid', message: error.message };
    throw error;
  }
}

function requestOf(
  { api, origin, basePath, operation }: OfferedOperation,
  values: ReadonlyMap<string, unknown>,
): OperationRequest {
  const { method, effect, body: ofBody } = operation;
  const body = values.get('body');
  const isForm = ofBody?.type === 'form';
  // Any other JSON would be sent as a text.
  if (body !== undefined && (typeof body !== 'object' || body === null))
    throw new Invalid('body must be an object or a list.');
  const headers = {
    ...Object.fromEntries(
      given(operation.parameters, 'header', values).map(([{ name }, value]) => [name, headerOf(value)]),
    ),
    ...(body !== undefined && isForm && { 'content-type': 'application/x-www-form-urlencoded' }),
  };
  return {
    method,
    url: urlOf({ origin, basePath, operation }, values),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(body !== undefined && { body: isForm ? formOf(body) : JSON.stringify(body) }),
    operation: { name: operationNameOf({ api, operation }), effect },
  };
}

/** The parameters of a place that have a value. */
const given = (
  parameters: readonly Parameter[],
  place: Parameter['in'],
  values: ReadonlyMap<string, unknown>,
): readonly (readonly [Parameter, unknown])[] =>
  parameters
    .filter(({ in: at, argument }) => at === place && values.has(argument))
    .map((one) => [one, values.get(one.argument)]);

/** Throws Invalid where a value would lead elsewhere than the path says. */
function urlOf(
  { origin, basePath, operation }: Pick<OfferedOperation, 'origin' | 'basePath' | 'operation'>,
  values: ReadonlyMap<string, unknown>,
): string {
  const segments = new Map(
    given(operation.parameters, 'path', values).map(([{ name }, value]) => [name, segmentOf(value)]),
  );
  const path = operation.path.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => segments.get(name) ?? '');
  const whole = `${basePath}${path}`;
  const isWhole = [...segments.values()].every((segment) => segment !== '');
  const query = given(operation.parameters, 'query', values).flatMap(([one, value]) => queryOf(one, value));
  const url = `${origin}${whole}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  const parsed = URL.parse(url);
  // A segment such as `..` leads to another path, however it is written.
  if (!isWhole || parsed === null || parsed.origin !== origin || parsed.pathname !== whole)
    throw new Invalid('An argument of the path is empty, or leads to another path.');
  return url;
}
