import { hardenDecoder } from './decoder.ts';
import { measure } from './measure.ts';
import type { ImageJob, ImageJobDone } from './measurement.ts';

/** The image process: measures one image at a time and exits with its parent. */
hardenDecoder();
process.on('message', (job: ImageJob) => {
  void measure(job.bytes, { withJpeg: job.withJpeg }).then((result) => {
    process.send?.({ result } satisfies ImageJobDone);
  });
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
