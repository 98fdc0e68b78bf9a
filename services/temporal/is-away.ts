import { isGrpcServiceError } from '@temporalio/client';

/** gRPC codes of a server that does not answer in time. */
const awayCodes: ReadonlySet<number> = new Set([1, 4, 14]);

/** Whether a Temporal did not answer in time: what it was asked for may go on. */
export function isAway(error: unknown): boolean {
  const cause = error instanceof Error && isGrpcServiceError(error.cause) ? error.cause : error;
  return isGrpcServiceError(cause) && awayCodes.has(cause.code);
}
