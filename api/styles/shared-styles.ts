/** The first styles of all our pages, in this order: a kept reset of differences between browsers, and our own base. */
export const sharedStyles: readonly URL[] = [
  new URL(import.meta.resolve('modern-normalize/modern-normalize.css')),
  new URL('base.css', import.meta.url),
];
