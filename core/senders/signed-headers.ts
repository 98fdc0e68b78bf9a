import { createSenderRequest } from './request.ts';
import type { Sender } from './sender.ts';

const noKeys: ReadonlyMap<string, string> = new Map();

/** The headers that carry the signature of a sender, in lower case; none where it signs nothing, or in the body. */
export function signedHeaders({ sample, verify }: Sender): readonly string[] {
  const { headers, body, method = 'POST', url = 'https://hooks.example.com/hooks/token', secret } = sample;
  if (verify === null || secret === undefined) return [];
  const statusWith = (sent: Readonly<Record<string, string>>) =>
    verify.check(
      createSenderRequest({
        method,
        url,
        headers: sent,
        rawBody: Buffer.from(body),
        now: Date.parse(sample.sentAt),
      }),
      secret,
      noKeys,
    ).status;
  const whole = statusWith(headers);
  return Object.keys(headers).filter((name) => {
    const { [name]: _, ...rest } = headers;
    return statusWith(rest) !== whole;
  });
}
