import { callTemporal, field } from './call-temporal.ts';

const method = 'workflowservice.v1.WorkflowService/DescribeNamespace';
const message = field(1, 'default');

/** Rejects while a Temporal server does not know its namespace `default`. */
export const probeTemporal = (address: string): Promise<void> =>
  callTemporal(address, { method, message, timeoutMs: 1_000 });
