import { dirname } from 'node:path';
import { packageFolder, pathOf, type Program } from '../program.ts';

/** Takes an `ImageJob` at a time and sends an `ImageJobDone` for each; before that a message when it is ready. */
export function imageProgram(): Program {
  return {
    entry: pathOf('./image/image-worker.ts'),
    // The decoder's own packages are named after the platform and lie beside it.
    readable: [pathOf('./*'), `${dirname(packageFolder('sharp'))}/*`],
  };
}
