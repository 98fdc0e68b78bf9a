import { downloadBody } from './download-body.ts';
import { replay } from './replay.ts';
import { runDuplicate } from './run-duplicate.ts';
import { runSkipped } from './run-skipped.ts';
import { showCurl } from './show-curl.ts';
import { showDelivery } from './show-delivery.ts';

/** The pages of one delivery. */
export const deliveryPages = [
  showDelivery,
  showCurl,
  downloadBody,
  replay,
  runDuplicate,
  runSkipped,
] as const;
