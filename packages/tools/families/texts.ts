import type { FamilyFiles } from '../family-files.ts';

/** Texts as people write them. */
export const texts: readonly FamilyFiles[] = [
  {
    id: 'case',
    title: 'Case',
    files: [() => import('../text/case.ts'), () => import('../text/case-identifier.ts')],
  },
  {
    id: 'clean',
    title: 'Clean',
    files: [
      () => import('../text/clean-space.ts'),
      () => import('../text/clean-characters.ts'),
      () => import('../text/clean-signs.ts'),
      () => import('../text/clean-markup.ts'),
    ],
  },
  {
    id: 'lines',
    title: 'Lines',
    files: [
      () => import('../text/lines-order.ts'),
      () => import('../text/lines-select.ts'),
      () => import('../text/lines-mark.ts'),
      () => import('../text/lines-shape.ts'),
      () => import('../text/lines-pieces.ts'),
    ],
  },
  {
    id: 'analyse',
    title: 'Count and analyse',
    files: [
      () => import('../text/count.ts'),
      () => import('../text/measure.ts'),
      () => import('../text/inspect.ts'),
    ],
  },
  {
    id: 'extract',
    title: 'Extract',
    files: [
      () => import('../text/extract-links.ts'),
      () => import('../text/extract.ts'),
      () => import('../text/extract-patterns.ts'),
    ],
  },
  {
    id: 'replace',
    title: 'Find, replace and patterns',
    files: [() => import('../text/find-replace.ts'), () => import('../text/fill-template.ts')],
  },
  {
    id: 'generate',
    title: 'Generate',
    files: [
      () => import('../text/generate-ids.ts'),
      () => import('../text/generate-secrets.ts'),
      () => import('../text/generate-text.ts'),
    ],
  },
  {
    id: 'compare',
    title: 'Compare',
    files: [() => import('../text/compare.ts'), () => import('../text/diff.ts')],
  },
];
