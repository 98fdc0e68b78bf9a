import { z } from 'zod';

import { type MessageRun, Outcome, type RunRef } from '../contracts/run.ts';
import type { TurnDelivery } from '../contracts/turn.ts';
import { json, optionalText } from './record-fields.ts';

interface SharedContext {
  readonly outcome: Outcome;
  readonly agentId: string;
  readonly receivedAt: Date;
  /** Marks data from outside in prompts; drawn once per run, or once per conversation. */
  readonly nonce: string;
  /** Where the agent was told it may go; null before its first turn. A change of policies changes no prompt. */
  readonly access: Access | null;
}

/** Allowed domains with the name of the header that is attached there. */
export type Access = z.infer<typeof Access>;
const Access = z.array(z.object({ domain: z.string(), headerName: z.string().nullable() }));

export interface DeliveryContext extends SharedContext {
  readonly kind: 'delivery';
  readonly automationId: string;
  readonly automationName: string;
  readonly revision: number;
  readonly delivery: TurnDelivery;
}

export interface MessageContext extends SharedContext {
  readonly kind: 'message';
  readonly agentName: string;
  readonly text: string;
}

/** What a run works on, as it stood when the delivery was accepted or the message of a chat stored. */
export type RunContext = DeliveryContext | MessageContext;
export type ContextOf<Run extends RunRef> = Run extends MessageRun ? MessageContext : DeliveryContext;

const SharedFields = z.object({
  outcome: Outcome,
  agentId: z.string(),
  receivedAt: z.coerce.number().transform((timeMs) => new Date(timeMs)),
  nonce: z.string(),
  access: json(Access).nullable().default(null),
});

const AutomationFields = z.object({
  automationId: z.string(),
  automationName: z.string(),
  revision: z.coerce.number().int(),
});

/** The record of a message keeps the name of its agent where that of a delivery has its automation's. */
const MessageFields = z.object({ automationName: z.string() });

const DeliveryFields = z.object({
  eventId: z.string(),
  headers: json(z.record(z.string(), z.string())),
  reference: optionalText,
  referenceUrl: optionalText,
  contentType: optionalText,
});

type Fields = Readonly<Record<string, string>>;

/** Reads the hash of a run with its body: that of the delivery, or the text of the message. */
export function contextOf<Run extends RunRef>(run: Run, fields: Fields, body: Buffer): ContextOf<Run>;
export function contextOf({ kind }: RunRef, fields: Fields, body: Buffer): RunContext {
  const shared = SharedFields.parse(fields);
  if (kind === 'message') {
    const { automationName: agentName } = MessageFields.parse(fields);
    return { kind, ...shared, agentName, text: body.toString() };
  }
  return { kind, ...shared, ...AutomationFields.parse(fields), delivery: deliveryOf(fields, body) };
}

/** Reads what arrived out of the hash of a delivery, whether its run has begun or not. */
export function deliveryOf(fields: Fields, body: Buffer): TurnDelivery {
  const { receivedAt } = SharedFields.pick({ receivedAt: true }).parse(fields);
  return { ...DeliveryFields.parse(fields), receivedAt: receivedAt.toISOString(), body };
}
