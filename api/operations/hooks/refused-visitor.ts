import type { IncomingHttpHeaders } from 'node:http';

import type { Door } from '#intake/door.ts';
import { isFormPost } from '#intake/form-post.ts';
import type { Logger } from '#platform/logger.ts';
import type { Hook } from '#store/automation/hooks.ts';
import { asRefusal } from '../../errors/as-refusal.ts';
import { visitorRefusal } from './visitor-answer.ts';

interface Deps {
  readonly door: Pick<Door, 'formOf'>;
  readonly logger: Logger;
}

/** A refusal as whoever posted it can read it; every other error as it is. */
export async function refusedVisitor(
  { door, logger }: Deps,
  hook: Hook,
  headers: IncomingHttpHeaders,
  error: unknown,
): Promise<unknown> {
  const refusal = asRefusal(error);
  if (refusal === undefined || (headers.origin === undefined && !isFormPost(headers))) return error;
  try {
    const form = await door.formOf(hook);
    return form === null ? error : visitorRefusal(refusal, form, headers);
  } catch (unread) {
    logger.warn({ error: unread }, 'form of an automation not read');
    return error;
  }
}
