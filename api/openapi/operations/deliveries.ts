import { DeliveryRecord } from '../../../capabilities/records.ts';
import type { Operation } from '../operation.ts';

const idPath = { deliveryId: 'The id of a delivery.' };
const record = { mediaType: 'application/json', schema: DeliveryRecord };

/** One delivery: its record, its body, and processing it again. */
export const deliveryOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/manage/deliveries/{deliveryId}',
    id: 'readDelivery',
    part: 'manage',
    summary: 'Read the record of a delivery',
    pathParams: idPath,
    success: {
      status: 200,
      description: 'What arrived, what the agent did, what it cost.',
      bodies: [record],
    },
    refusals: ['NOT_FOUND'],
  },
  {
    method: 'get',
    path: '/manage/deliveries/{deliveryId}/body',
    id: 'readDeliveryBody',
    part: 'manage',
    summary: 'Read the body of a delivery',
    description:
      'Byte for byte as it arrived, decoded of its `Content-Encoding`. The body of a delivery that came while the automation was paused is not kept: 404.',
    pathParams: idPath,
    success: {
      status: 200,
      description: 'The body, byte for byte.',
      bodies: [{ mediaType: 'application/octet-stream', schema: { type: 'string' } }],
      headers: ['Content-Disposition'],
    },
    refusals: ['NOT_FOUND'],
  },
  {
    method: 'post',
    path: '/manage/deliveries/{deliveryId}/replay',
    id: 'replayDelivery',
    part: 'manage',
    summary: 'Process a delivery again',
    description:
      "A new delivery with the same body and today's instructions and filter, billed like any other. A delivery that came while the automation was paused cannot be replayed, because its body is not kept: 404.",
    pathParams: idPath,
    success: { status: 201, description: 'The record of the new delivery.', bodies: [record] },
    refusals: [
      'INVALID_REQUEST',
      'NOT_FOUND',
      'WEBHOOK_RETIRED',
      'DELIVERY_RATE_EXCEEDED',
      'CONCURRENCY_EXCEEDED',
      'INTAKE_UNAVAILABLE',
    ],
  },
];
