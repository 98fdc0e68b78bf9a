import { acceptNewerDocument, chooseOperations, giveNewerDocument, removeApi, showApi } from './api-page.ts';
import { addApi, showApis } from './list-page.ts';

export const apiPages = [
  showApis,
  addApi,
  showApi,
  chooseOperations,
  giveNewerDocument,
  acceptNewerDocument,
  removeApi,
] as const;
