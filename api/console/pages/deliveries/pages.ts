import { downloadBody } from './download-body.ts';
import { replay } from './replay.ts';
import { showCurl } from './show-curl.ts';
import { showDelivery } from './show-delivery.ts';

/** The pages of one delivery. */
export const deliveryPages = [showDelivery, showCurl, downloadBody, replay] as const;
