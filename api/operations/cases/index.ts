import { deleteCase } from './delete-case.ts';
import { keepCase } from './keep-case.ts';
import { listCases } from './list-cases.ts';

/** In the order of the reference. */
export const caseOperations = [listCases, keepCase, deleteCase] as const;
