import { z } from 'zod';

import type { RunRef } from '#contracts/run.ts';
import { pageCharsMax, readResponse as readPage } from '#domain/read-page.ts';
import { defineCapability } from './capability.ts';
import { PageResult, tellPage } from './page.ts';

interface ReadResponsePorts {
  /** The response body of a request of the run; null if the run has no such request, or it got no response. */
  readonly responseBody: (run: RunRef, callId: string) => Promise<string | null>;
  /** In a chat, the runs of the earlier messages, oldest first. */
  readonly earlierMessages: (run: RunRef) => Promise<readonly RunRef[]>;
}

/** A page of an earlier response: `requestCallId` is the call id of its request. */
export const readResponse = defineCapability({
  kind: 'read',
  name: 'read_response',
  description: 'Reads a page of the answer to an earlier http_request beyond what was shown.',
  wireInput: z.object({
    requestCallId: z.string().describe('The call id of the request.'),
    offset: z.int().describe('First character to read.'),
    limit: z.int().nullable().describe('Characters to read; null for the most, 16384.'),
  }),
  input: z.object({
    requestCallId: z.string(),
    offset: z.int().min(0).default(0),
    limit: z
      .int()
      .min(1)
      .nullish()
      .transform((limit) => limit ?? pageCharsMax),
  }),
  result: PageResult,
  step: null,
  describe: () => 'Read on in a response',
  tell: tellPage,
  perform: async (call, ports: ReadResponsePorts, run) => {
    const body = await findBody(ports, run, call.requestCallId);
    if (body !== null) return { result: { kind: 'page', page: readPage(body, call) }, step: null };
    const message = `There is no response of a call ${call.requestCallId}.`;
    return { result: { kind: 'refused', message }, step: null };
  },
});

/** Searches this run first, then, in a chat, the earlier ones. */
async function findBody(
  { responseBody, earlierMessages }: ReadResponsePorts,
  run: RunRef,
  callId: string,
): Promise<string | null> {
  const own = await responseBody(run, callId);
  if (own !== null) return own;
  for (const earlier of (await earlierMessages(run)).toReversed()) {
    const found = await responseBody(earlier, callId);
    if (found !== null) return found;
  }
  return null;
}
