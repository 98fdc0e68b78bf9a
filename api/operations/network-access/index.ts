import { changePolicy } from './change-policy.ts';
import { connectPolicy, disconnectPolicy } from './connect-policy.ts';
import { checkRequest } from './check-request.ts';
import { createPolicy } from './create-policy.ts';
import { deletePolicy } from './delete-policy.ts';
import { listDecisions } from './list-decisions.ts';
import { listNarrowings } from './list-narrowings.ts';
import { listPolicies } from './list-policies.ts';
import { sendRequest } from './send-request.ts';
import { tryNarrowing } from './try-narrowing.ts';

export const networkAccessOperations = [
  listPolicies,
  createPolicy,
  changePolicy,
  deletePolicy,
  connectPolicy,
  disconnectPolicy,
  listDecisions,
  listNarrowings,
  tryNarrowing,
  checkRequest,
  sendRequest,
] as const;
