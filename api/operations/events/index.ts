import { changeEventTarget } from './change-event-target.ts';
import { createEventTarget } from './create-event-target.ts';
import { deleteEventTarget } from './delete-event-target.ts';
import { listEventAttempts } from './list-event-attempts.ts';
import { listEventTargets } from './list-event-targets.ts';
import { replaceEventSecret } from './replace-event-secret.ts';
import { sendEventAgain } from './send-event-again.ts';
import { sendTestEvent } from './send-test-event.ts';

/** In the order of the reference. */
export const eventOperations = [
  listEventTargets,
  createEventTarget,
  changeEventTarget,
  deleteEventTarget,
  replaceEventSecret,
  sendTestEvent,
  listEventAttempts,
  sendEventAgain,
] as const;
