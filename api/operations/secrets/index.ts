import { changeSecret } from './change-secret.ts';
import { createSecret } from './create-secret.ts';
import { deleteSecret } from './delete-secret.ts';
import { listSecrets } from './list-secrets.ts';

export const secretOperations = [listSecrets, createSecret, changeSecret, deleteSecret] as const;
