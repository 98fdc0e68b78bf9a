/** What all our pages begin with, in this order: a kept reset of what browsers do differently, and our own base. */
export const sharedStyles: readonly URL[] = [
  new URL(import.meta.resolve('modern-normalize/modern-normalize.css')),
  new URL('base.css', import.meta.url),
];
