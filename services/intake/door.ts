import type { HtmlForm } from '#contracts/form.ts';
import { isDefect } from '#domain/defect.ts';
import { DomainError } from '#domain/domain-error.ts';
import { largeBodyBytes } from '#domain/large-body.ts';
import { senderOf } from '#senders/index.ts';
import type { Hook } from '#store/automation/hooks.ts';
import {
  type DoorAnswer,
  type DoorDeps,
  type DoorRequest,
  judge,
  senderRequest,
  unavailable,
} from './judge.ts';
import { handshakeAnswer, shakeHands } from './shake-hands.ts';

export type { DoorAnswer, DoorRequest };

/** Judging again helps after a change; this many changes in a row are a fault. */
const roundsMax = 3;

/** Handles a request at a hook: handshake, refusal, or a delivery for the intake. */
export function createDoor(deps: DoorDeps) {
  const { settings, recognition, bodyTurns } = deps;

  /** A POST. Throws INVALID_EVENT_ID. */
  const enter = (hook: Hook, request: DoorRequest): Promise<DoorAnswer> =>
    orUnavailable(async () => {
      const turn = request.body.byteLength > largeBodyBytes ? await bodyTurns.take(hook.automationId) : null;
      try {
        return await judgeByPresent(hook, request);
      } finally {
        turn?.release();
      }
    });

  async function judgeByPresent(hook: Hook, request: DoorRequest): Promise<DoorAnswer> {
    let known = settings.remembered(hook);
    for (let round = 0; round < roundsMax; round += 1) {
      const answer = await judge(deps, hook, request, known);
      if (answer.status !== 'stale') return answer;
      known = await settings.read(hook);
    }
    return unavailable(new Error('The sender of the automation keeps changing.'));
  }

  /** A GET or HEAD, which is a handshake or nothing. */
  const greet = (hook: Hook, request: DoorRequest): Promise<DoorAnswer> =>
    orUnavailable(async () => {
      const known = await settings.read(hook);
      const sender = senderOf(known.senderId);
      const view = senderRequest(request, new Date());
      const answer = sender === undefined ? null : handshakeAnswer(sender, view, known);
      if (answer !== null) {
        const verified = known.secret === null ? null : false;
        return await shakeHands(deps, hook, known.senderId, { answer, verified, client: request.client });
      }
      if (known.senderId === 'generic') recognition.look(hook, known, () => view);
      return { status: 'no-handshake' };
    });

  /** The automation's answer to visitors who post a form. */
  const formOf = async (hook: Hook): Promise<HtmlForm | null> => (await settings.read(hook)).form;

  return { enter, greet, formOf };
}

export type Door = ReturnType<typeof createDoor>;

/** A store that does not answer, and a secret that cannot be opened: the sender comes again. */
async function orUnavailable(work: () => Promise<DoorAnswer>): Promise<DoorAnswer> {
  try {
    return await work();
  } catch (error) {
    if (isDefect(error) || error instanceof DomainError) throw error;
    return unavailable(error);
  }
}
