import { dirname } from 'node:path';
import { packageFolder, pathOf, type Program } from '../program.ts';

/** Protocol: one message when ready; then it takes one `ImageJob` at a time and sends an `ImageJobDone` for each. */
export function imageProgram(): Program {
  return {
    entry: pathOf('./image/image-worker.ts'),
    // sharp's native packages are named after the platform and installed next to it.
    readable: [pathOf('./*'), `${dirname(packageFolder('sharp'))}/*`],
  };
}
