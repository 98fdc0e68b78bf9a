import type { CalledOperation } from '#contracts/api.ts';
import { type CapabilityResult, isAnswer } from './calls.ts';
import type { HttpRequestCall } from './http-call.ts';

/** Requests that a plan asks for, the first of them the `number`-th of the run. */
interface Planned {
  readonly number: number;
  readonly requests: readonly (Pick<HttpRequestCall, 'method' | 'url'> & {
    readonly headers: Record<string, string>;
    readonly body?: string | null | undefined;
    readonly operation?: CalledOperation;
  })[];
}

/** The calls of planned requests; their ids say which of the run they are. */
export const plannedCalls = ({ number, requests }: Planned): readonly HttpRequestCall[] =>
  requests.map(({ method, url, headers, body, operation }, index) => ({
    name: 'http_request',
    callId: `offline-${number + index}`,
    method,
    url,
    headers,
    ...(body != null && { body }),
    ...(operation !== undefined && { operation }),
  }));

type WithoutAnswer = 'refused' | 'failed' | 'waiting';

/** The result of a request: rules plan nothing else. */
export const isRequestResult = (
  result: CapabilityResult,
): result is Extract<CapabilityResult, { readonly kind: 'response' | WithoutAnswer }> =>
  result.kind === 'response' || !isAnswer(result);
