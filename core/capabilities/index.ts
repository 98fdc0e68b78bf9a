import { finish } from './finish.ts';
import { httpRequest } from './http-request.ts';
import { readDelivery } from './read-delivery.ts';
import { readEarlierRuns } from './read-earlier-runs.ts';
import { readResponse } from './read-response.ts';
import { sendEmail } from './send-email.ts';
import { textTools } from './text-tools.ts';

/** Everything an agent can do, in the order offered to a model. */
export const capabilities = [
  httpRequest,
  sendEmail,
  readDelivery,
  readEarlierRuns,
  readResponse,
  textTools,
  finish,
] as const;
