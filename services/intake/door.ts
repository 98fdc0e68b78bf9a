import type { HtmlForm } from '#contracts/form.ts';
import { isDefect } from '#domain/defect.ts';
import { DomainError } from '#domain/domain-error.ts';
import { largeBodyBytes } from '#domain/large-body.ts';
import { senderBy } from '#senders/index.ts';
import type { SenderSettings } from '#store/automation/automations.ts';
import type { Hook } from '#store/automation/hooks.ts';
import { check as checkBy, type CheckDeps, type Checked } from './check.ts';
import { type DoorRequest, senderRequest } from './judge.ts';
import type { Stale } from './receipt.ts';

import { handshakeAnswer, shakeHands } from './shake-hands.ts';
import { type DoorAnswer, type DoorDeps, take, unavailable } from './take.ts';

export type { Checked, DoorAnswer, DoorRequest };

/** Judging again helps after a change; this many changes in a row are a fault. */
const roundsMax = 3;

/** Handles a request at a hook: handshake, refusal, a delivery for the intake, or what one would be. */
export function createDoor(deps: DoorDeps & CheckDeps) {
  const { settings, recognition, bodyTurns } = deps;

  /** A POST. Throws INVALID_EVENT_ID. */
  const enter = (hook: Hook, request: DoorRequest): Promise<DoorAnswer> =>
    orUnavailable(() =>
      inTurn(hook, request, () =>
        byPresent(hook, settings.remembered(hook), (known) => take(deps, hook, request, known)),
      ),
    );

  /** A POST that is judged, and not taken. Rejects where the store does not answer. */
  const check = (hook: Hook, request: DoorRequest): Promise<Checked> =>
    inTurn(hook, request, async () =>
      byPresent(hook, await settings.read(hook), (known) => checkBy(deps, hook, request, known)),
    );

  async function inTurn<T>(hook: Hook, { body }: DoorRequest, work: () => Promise<T>): Promise<T> {
    const turn = body.byteLength > largeBodyBytes ? await bodyTurns.take(hook.automationId) : null;
    try {
      return await work();
    } finally {
      turn?.release();
    }
  }

  /** Works by the settings of this moment. Throws where they keep changing. */
  async function byPresent<T extends { readonly status: string }>(
    hook: Hook,
    first: SenderSettings,
    work: (known: SenderSettings) => Promise<T | Stale>,
  ): Promise<T> {
    let known = first;
    for (let round = 0; round < roundsMax; round += 1) {
      const answer = await work(known);
      if (!isStale(answer)) return answer;
      known = await settings.read(hook);
    }
    throw new Error('The automation keeps changing.');
  }

  /** A GET or HEAD, which is a handshake or nothing. */
  const greet = (hook: Hook, request: DoorRequest): Promise<DoorAnswer> =>
    orUnavailable(async () => {
      const known = await settings.read(hook);
      const sender = senderBy(known.senderId, known.custom);
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

  return { enter, check, greet, formOf };
}

const isStale = (answer: { readonly status: string }): answer is Stale => answer.status === 'stale';

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
