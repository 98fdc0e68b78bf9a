/**
 * The seed of this run's random tests: `TEST_SEED`, which vitest.config.ts sets where the caller does not. The same seed
 * gives the same values.
 */
export const testSeed = Number(process.env['TEST_SEED']);

/** The end of a failure's message: how to have the same values again. */
export const howToRepeat = `To repeat it: TEST_SEED=${testSeed} npx vitest run <file>`;
