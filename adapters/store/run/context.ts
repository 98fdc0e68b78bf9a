import type { DeliveryRun, MessageRun, Outcome, RunRef } from '#contracts/run.ts';
import type { TurnDelivery } from '#contracts/turn.ts';
import { RecordMissing } from '#domain/record-missing.ts';
import { runIdOf } from '#domain/run-ref.ts';
import { type Access, runRecords } from '../records/run.ts';
import type { HashesOf, Stored } from './run-hashes.ts';

export type { Access };

interface SharedContext {
  readonly outcome: Outcome;
  readonly agentId: string;
  readonly receivedAt: Date;
  /** Marks data from outside in prompts; drawn once per run, or once per conversation. */
  readonly nonce: string;
  /** The hosts that the agent was told it may reach; null before its first turn by a model. A change of policies changes no prompt. */
  readonly access: Access | null;
  /** Null before the run began. */
  readonly startedAt: Date | null;
  /** The time zone that the agent was told; null before its first turn by a model. */
  readonly timeZone: string | null;
  /** Whether a budget may hold for its calls of models: of a delivery, it was there when that was accepted. */
  readonly isBudgeted: boolean;
}

export interface DeliveryContext extends SharedContext {
  readonly kind: 'delivery';
  readonly automationId: string;
  readonly automationName: string;
  readonly revision: number;
  /** How many runs of ours come before this one, each caused by the one before. */
  readonly round: number;
  /** Epoch milliseconds. Present while the run waits and holds no slot. */
  readonly nextTryAt: number | null;
  readonly delivery: TurnDelivery;
}

export interface MessageContext extends SharedContext {
  readonly kind: 'message';
  readonly agentName: string;
  readonly text: string;
}

/** The input of a run, as it was when the delivery was accepted or the message of a chat stored. */
export type RunContext = DeliveryContext | MessageContext;
export type ContextOf<Run extends RunRef> = Run extends MessageRun ? MessageContext : DeliveryContext;

const { fields } = runRecords.run;
const shared = {
  outcome: true,
  agentId: true,
  nonce: true,
  access: true,
  receivedAt: true,
  startedAt: true,
  timeZone: true,
} as const;
const MessageFields = fields.pick({ ...shared, automationName: true });
const DeliveryFields = fields.pick({
  ...shared,
  automationId: true,
  automationName: true,
  revision: true,
  round: true,
  nextTryAt: true,
  budgetDay: true,
});
export const ArrivedFields = fields.pick({
  eventId: true,
  headers: true,
  reference: true,
  referenceUrl: true,
  contentType: true,
  receivedAt: true,
  sender: true,
  eventName: true,
});

/** Reads the record of a run with its body: that of the delivery, or the text of the message. */
function contextOf<Run extends RunRef>(run: Run, stored: Stored, body: Buffer): ContextOf<Run>;
function contextOf({ kind }: RunRef, stored: Stored, body: Buffer): RunContext {
  if (kind === 'message') {
    const { automationName: agentName, ...context } = MessageFields.parse(stored);
    return { kind, ...context, ...timesIn(context), isBudgeted: true, agentName, text: body.toString() };
  }
  const { round, budgetDay, ...context } = DeliveryFields.parse(stored);
  const isBudgeted = budgetDay !== null;
  return {
    kind,
    ...context,
    round: round ?? 0,
    ...timesIn(context),
    isBudgeted,
    delivery: deliveryOf(stored, body),
  };
}

const timesIn = ({ receivedAt, startedAt }: { receivedAt: number; startedAt: number | null }) => ({
  receivedAt: new Date(receivedAt),
  startedAt: startedAt === null ? null : new Date(startedAt),
});

export function deliveryOf(stored: Stored, body: Buffer): TurnDelivery {
  const { receivedAt, ...arrived } = ArrivedFields.parse(stored);
  return { ...arrived, receivedAt: new Date(receivedAt).toISOString(), body };
}

/** The arrived delivery out of its record, whether its run has begun or not; null if it cannot be read. */
export const readableDelivery = (stored: Stored, body: Buffer): TurnDelivery | null =>
  ArrivedFields.safeParse(stored).success ? deliveryOf(stored, body) : null;

export function createRunContexts({ hashesOf, now }: { readonly hashesOf: HashesOf; now: () => number }) {
  async function isConfirmed(run: DeliveryRun): Promise<boolean> {
    return (await hashesOf(run).readField('record', 'phase')) === 'confirmed';
  }

  async function isHeld(run: DeliveryRun): Promise<boolean> {
    return (await hashesOf(run).readField('record', 'heldSince')) !== undefined;
  }

  /** Notes when the run began, which workflow run it is, and its nonce; only the first time counts. Throws RecordMissing. */
  async function begin(run: DeliveryRun, temporalRunId: string, nonce: string): Promise<DeliveryContext> {
    await hashesOf(run).write([
      ['HSETNX', 'record', 'startedAt', String(now())],
      ['HSETNX', 'record', 'runId', temporalRunId],
      ['HSETNX', 'record', 'nonce', nonce],
    ]);
    return await context(run);
  }

  /** Throws RecordMissing. */
  async function context<Run extends RunRef>(run: Run): Promise<ContextOf<Run>> {
    const hashes = hashesOf(run);
    const [stored, body] = await Promise.all([hashes.read('record'), hashes.body()]);
    // The rest of a lost record was written after the loss.
    if (stored['outcome'] === undefined) throw new RecordMissing(runIdOf(run));
    return contextOf(run, stored, body);
  }

  return { isConfirmed, isHeld, begin, context };
}
