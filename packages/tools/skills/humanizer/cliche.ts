/** The worn words, the plain ones, and a sentence with the worn words, in which nothing else changes. */
export type Cliche = readonly [worn: string, plain: string, example: string];
