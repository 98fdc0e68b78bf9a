import { isFieldFilledIn } from '../body/form-field.ts';
import { createFetchPublic } from '../../egress/fetch-public.ts';
import { createDiagnose } from '../../intake/diagnosis.ts';
import { createDoor } from '../../intake/door.ts';
import { createPublishedKeys } from '../../intake/published-keys.ts';
import type { Intake } from '../../intake/receive.ts';
import { createRecognition } from '../../intake/recognition.ts';
import { createSenderSettings } from '../../intake/sender-settings.ts';
import type { Automations } from '../../store/automations.ts';
import type { DoorNotes } from '../../store/door-notes.ts';
import type { Handshakes } from '../../store/handshakes.ts';
import { createLoopLinks } from '../../store/loop-links.ts';
import type { DoorLedger } from '../../store/report/door-ledger.ts';
import { createVault } from '../../store/vault.ts';
import { fetchText } from '../operations/senders/fetch-text.ts';
import type { ApiParts } from '../parts.ts';

/** What stands between a request at a hook and the intake. */
export function buildDoor(
  { config, logger, fetchPublic = createFetchPublic() }: ApiParts,
  {
    automations,
    doorNotes,
    doorLedger,
    handshakes,
    intake,
  }: {
    readonly automations: Automations;
    readonly doorNotes: DoorNotes;
    readonly doorLedger: DoorLedger;
    readonly handshakes: Handshakes;
    readonly intake: Intake;
  },
) {
  return {
    fetchPublic,
    door: createDoor({
      settings: createSenderSettings({ automations }),
      intake,
      notes: doorNotes,
      ledger: doorLedger,
      isFieldFilledIn,
      handshakes,
      publishedKeys: createPublishedKeys({ fetchText: fetchText(fetchPublic) }),
      recognition: createRecognition({
        notes: doorNotes,
        onFailure: (error) => logger.warn({ error }, 'sender recognised and not noted'),
      }),
      diagnose: createDiagnose(),
      loopLinks: createLoopLinks({ vault: createVault(config.MASTER_KEYS) }),
    }),
  };
}
