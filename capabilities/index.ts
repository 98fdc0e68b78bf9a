import { finish } from './finish.ts';
import { httpRequest } from './http-request.ts';
import { readDelivery } from './read-delivery.ts';
import { readResponse } from './read-response.ts';

/** Everything that an agent can do, in the order in which a model is offered it. */
export const capabilities = [httpRequest, readDelivery, readResponse, finish] as const;
