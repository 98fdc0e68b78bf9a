import { z } from 'zod';
import { SetupError } from '../setup-error.ts';

const Refusal = z.object({ message: z.string(), hint: z.string() });

/** The JSON answer of a service. Throws {@link SetupError}, beginning with `what`, when it refused or is unavailable. */
export async function answerTo<T>(
  what: string,
  schema: z.ZodType<T>,
  url: string,
  init: RequestInit,
): Promise<T> {
  const response = await fetch(url, init).catch((error: unknown) => {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new SetupError(`${what} was not answered: ${cause instanceof Error ? cause.message : url}.`);
  });
  const text = await response.text();
  if (!response.ok) throw new SetupError(`${what} was answered ${refusalText(response, text)}`);
  const answer = schema.safeParse(jsonOf(text));
  if (answer.success) return answer.data;
  throw new SetupError(`${what} was answered ${response.status} with what the demo does not expect: ${text}`);
}

function refusalText({ status, headers }: Response, text: string): string {
  const refusal = Refusal.safeParse(jsonOf(text));
  const retryAfter = headers.get('retry-after');
  return [
    refusal.success ? `${status}: ${refusal.data.message}. ${refusal.data.hint}` : `${status}: ${text}`,
    ...(retryAfter === null ? [] : [`(Retry-After: ${retryAfter})`]),
  ].join(' ');
}

function jsonOf(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return undefined;
  }
}
