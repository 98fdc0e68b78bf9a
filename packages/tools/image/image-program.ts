/** Protocol: one message when ready; then it takes one `ImageJob` at a time and sends an `ImageJobDone` for each. */
export const imageProgram = {
  entry: new URL('./image-worker.ts', import.meta.url),
  files: [new URL('../', import.meta.url)],
  packages: [],
  // sharp's native packages are named after the platform.
  packagesWithNeighbours: ['sharp'],
} as const;
