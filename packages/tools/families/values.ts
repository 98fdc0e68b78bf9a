import type { FamilyFiles } from '../family-files.ts';

/** Numbers, units, dates, colours and the rest. */
export const values: readonly FamilyFiles[] = [
  {
    id: 'number',
    title: 'Numbers',
    files: [
      () => import('../text/arithmetic.ts'),
      () => import('../text/percentages.ts'),
      () => import('../text/numbers.ts'),
    ],
  },
  {
    id: 'unit',
    title: 'Units',
    files: [() => import('../text/units.ts'), () => import('../text/human-sizes.ts')],
  },
  {
    id: 'date',
    title: 'Dates and schedules',
    files: [
      () => import('../text/dates.ts'),
      () => import('../text/date-arithmetic.ts'),
      () => import('../text/relative-dates.ts'),
      () => import('../text/iso-weeks.ts'),
      () => import('../text/cron.ts'),
      () => import('../text/schedules.ts'),
    ],
  },
  { id: 'color', title: 'Colours', files: [() => import('../text/colors.ts')] },
  {
    id: 'pipeline',
    title: 'Several tools in one call',
    files: [async (resolve) => (await import('../pipeline.ts')).createPipelineTools(resolve)],
  },
  {
    id: 'web',
    title: 'Web and SEO',
    files: [
      () => import('../text/urls.ts'),
      () => import('../text/slugs.ts'),
      () => import('../text/query-strings.ts'),
      () => import('../text/seo-tags.ts'),
      () => import('../text/site-files.ts'),
      () => import('../text/qr-code.ts'),
    ],
  },
];
