import { deleteCase } from './delete-case.ts';
import { keepCase } from './keep-case.ts';
import { listCases } from './list-cases.ts';
import { readCaseOfDelivery } from './read-case-of-delivery.ts';

/** In the order of the reference. */
export const caseOperations = [listCases, keepCase, deleteCase, readCaseOfDelivery] as const;
