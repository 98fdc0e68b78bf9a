import { withQuery } from '../../parts/next-page.ts';
import type { MeasureName } from './measures.ts';

export const usagePath = '/console/usage';

export interface UsageQuery {
  readonly month: string;
  readonly measure: MeasureName;
}

/** The address of the page; what it shows by itself is left out. */
export const usageAddress = ({ month, measure }: UsageQuery, thisMonth: string | undefined): string =>
  withQuery(usagePath, {
    month: month === thisMonth ? undefined : month,
    measure: measure === 'runs' ? undefined : measure,
  });

const wholeName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const shortName = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' });
const dayOf = (month: string) => new Date(`${month}-01T00:00:00Z`);

export const monthName = (month: string): string => wholeName.format(dayOf(month));
export const monthLabel = (month: string): string => shortName.format(dayOf(month));
