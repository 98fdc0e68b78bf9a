import { isGrpcServiceError } from '@temporalio/client';

/** gRPC's PERMISSION_DENIED and UNIMPLEMENTED. */
const refusals: ReadonlySet<number> = new Set([7, 12]);

/** Whether a Temporal said that it does not do this for us, as a managed one does. */
export const isRefusal = (error: unknown): boolean => isGrpcServiceError(error) && refusals.has(error.code);
