import { DomainError } from '#domain/domain-error.ts';
import { createTurns, type Turns } from '../turns.ts';

/** Far more than there are processes for PDFs: whose job is next among those of different clients the queue decides. */
const slots = Array.from({ length: 100 }, (_, index) => index);

const busy = () =>
  new DomainError('INTERNAL_ERROR', 'Too many PDFs are waiting.', { hint: 'Try again in a few seconds.' });

/** Turns of clients at the workers: one client has `callerSlotsMax` jobs there at once, and others do not wait for its rest. */
export const createPdfTurns = ({ callerSlotsMax }: { readonly callerSlotsMax: number }): Turns<number> =>
  createTurns({ slots, callerSlotsMax, waitMsMax: 60_000, waitingMax: 100, busy });
