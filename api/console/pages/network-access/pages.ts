import { addPolicy } from './add-policy.ts';
import { changePolicyForm, removePolicy, showPolicy } from './change-policy.ts';
import { showNetworkAccess } from './show-network-access.ts';
import { tryRequest } from './try-request.ts';

export const networkAccessPages = [
  showNetworkAccess,
  addPolicy,
  tryRequest,
  showPolicy,
  changePolicyForm,
  removePolicy,
] as const;
