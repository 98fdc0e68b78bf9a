import { acceptDocument } from './accept-document.ts';
import { changeApi } from './change-api.ts';
import { createApi } from './create-api.ts';
import { deleteApi } from './delete-api.ts';
import { giveDocument } from './give-document.ts';
import { listApiOperations } from './list-api-operations.ts';
import { listApis } from './list-apis.ts';
import { previewApi } from './preview-api.ts';
import { readApi } from './read-api.ts';

export const apiOperations = [
  listApis,
  previewApi,
  createApi,
  readApi,
  listApiOperations,
  changeApi,
  giveDocument,
  acceptDocument,
  deleteApi,
] as const;
