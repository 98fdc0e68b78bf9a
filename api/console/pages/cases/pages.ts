import { keepCasePage, keepDeliveryAsCase } from './keep-page.ts';
import { casesPage, deleteCaseOfAutomation } from './list-page.ts';

/** Deliveries that an automation is held against. */
export const casePages = [casesPage, deleteCaseOfAutomation, keepCasePage, keepDeliveryAsCase] as const;
