import { isFieldFilledIn } from '../body/form-field.ts';
import { createFetchPublic } from '#egress/fetch-public.ts';
import { createDiagnose } from '#intake/diagnosis.ts';
import { createDoor } from '#intake/door.ts';
import { createDoorVerdicts } from '#intake/door-conditions.ts';
import { createPublishedKeys } from '#intake/published-keys.ts';
import type { Intake } from '#intake/receive.ts';
import { createRecognition } from '#intake/recognition.ts';
import { createRefusals, refusalWindowSeconds } from '#intake/refusals.ts';
import { createSenderSettings } from '#intake/sender-settings.ts';
import { certainNo } from '#rules/judge-condition.ts';
import type { Admissions } from '#store/admission/admissions.ts';
import { deliveryOfArrival } from '#store/admission/arrival.ts';
import type { Automations } from '#store/automation/automations.ts';
import { createDoorConditions } from '#store/automation/door-conditions.ts';
import type { DoorNotes } from '#store/report/door-notes.ts';
import type { SignedRequests } from '#store/report/signed-requests.ts';
import type { Handshakes } from '#store/automation/handshakes.ts';
import { createLoopLinks } from '#store/loop-links.ts';
import type { DoorLedger } from '#store/report/door-ledger.ts';
import { createQuotaStore } from '#store/quota.ts';
import { createVault } from '#store/secret/vault.ts';
import { fetchText } from '../operations/senders/fetch-text.ts';
import type { ApiParts } from '../parts.ts';
import { createTurns, type Turns } from '#compute/turns.ts';

/** The parts between a request at a hook and the intake. */
export function buildDoor(
  { config, redis, cacheRedis = redis, logger, fetchPublic = createFetchPublic() }: ApiParts,
  {
    admissions,
    automations,
    doorNotes,
    doorLedger,
    handshakes,
    signedRequests,
    intake,
  }: {
    readonly admissions: Admissions;
    readonly automations: Automations;
    readonly doorNotes: DoorNotes;
    readonly doorLedger: DoorLedger;
    readonly handshakes: Handshakes;
    readonly signedRequests: SignedRequests;
    readonly intake: Intake;
  },
) {
  const publishedKeys = createPublishedKeys({ fetchText: fetchText(fetchPublic) });
  const refusals = buildRefusals({ redis: cacheRedis, logger }, admissions);
  return {
    fetchPublic,
    publishedKeys,
    refusals,
    door: createDoor({
      admissions,
      settings: createSenderSettings({ automations }),
      verdicts: buildVerdicts({ redis }),
      intake,
      notes: doorNotes,
      refusals,
      ledger: doorLedger,
      isFieldFilledIn,
      handshakes,
      onNoteFailure: (error) => logger.warn({ error }, 'note about a duplicate not written'),
      publishedKeys,
      recognition: createRecognition({
        notes: doorNotes,
        signedRequests,
        onFailure: (error) => logger.warn({ error }, 'sender recognised and not noted'),
      }),
      diagnose: createDiagnose(),
      diagnoseCheck: createDiagnose({ trialsEveryMs: 100 }),
      bodyTurns: createBodyTurns(),
      loopLinks: createLoopLinks({ vault: createVault(config.MASTER_KEYS) }),
    }),
  };
}

const buildVerdicts = ({ redis }: Pick<ApiParts, 'redis'>) =>
  createDoorVerdicts({
    doorCondition: createDoorConditions({ redis }),
    deliveryOf: deliveryOfArrival,
    certainNo,
  });

const buildRefusals = ({ redis, logger }: Pick<ApiParts, 'redis' | 'logger'>, admissions: Admissions) =>
  createRefusals({
    admissions,
    windows: createQuotaStore({
      redis,
      windowSeconds: refusalWindowSeconds,
      onUnavailable: (error) => logger.warn({ error }, 'refused requests are counted in this process'),
    }),
  });

/** Bodies on their way to the store at once: what arrives behind them waits for a few megabytes, and not for all of them. */
const slots = Array.from({ length: 8 }, (_, index) => index);
/** Below the ten seconds that senders such as GitHub wait. */
const waitMsMax = 8_000;

/** Turns of large deliveries at the store, between hooks. The memory for bodies bounds how many wait. */
export const createBodyTurns = (): Turns<number> =>
  createTurns({
    slots,
    waitMsMax,
    waitingMax: Infinity,
    busy: () => new Error('Too many large deliveries wait to be stored.'),
  });
