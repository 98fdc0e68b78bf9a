/** `--quick`: a benchmark takes fewer rounds, to try its script; the figures say little. */
export const isQuick = process.argv.includes('--quick');

/** The number of rounds or calls of this run. */
export const unlessQuick = (full: number, quick: number): number => (isQuick ? quick : full);
