import { createSenderRequest } from '#senders/request.ts';
import type { SenderRequest, SenderSample } from '#senders/sender.ts';

/** The request that a sample stands for; `change` replaces parts of it. */
export function sampleRequest(
  sample: SenderSample,
  change: Partial<{
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | Buffer;
    readonly url: string;
    readonly now: number;
  }> = {},
): SenderRequest {
  return createSenderRequest({
    method: sample.method ?? 'POST',
    url: change.url ?? sample.url ?? 'https://hooks.example.com/hooks/token',
    headers: change.headers ?? sample.headers,
    rawBody: Buffer.from(change.body ?? sample.body),
    now: change.now ?? Date.parse(sample.sentAt),
  });
}
