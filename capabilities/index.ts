import { finish } from './finish.ts';
import { httpRequest } from './http-request.ts';
import { readDelivery } from './read-delivery.ts';
import { readResponse } from './read-response.ts';

/** Everything an agent can do, in the order offered to a model. */
export const capabilities = [httpRequest, readDelivery, readResponse, finish] as const;
