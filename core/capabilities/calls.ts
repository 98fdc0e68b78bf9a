import { z } from 'zod';

import { CalledOperation } from '#contracts/api.ts';
import type { Requests } from './acting.ts';
import type { Call, Reading, Reads } from './capability.ts';
import type { Failed, Refused, Waiting } from './call-failure.ts';
import { capabilities } from './index.ts';
import type { CapabilityStepDetails } from './step.ts';

type Performable = Exclude<(typeof capabilities)[number], { kind: 'finish' }>;

type CallIn<C> = C extends { name: infer Name; input: infer Input extends z.ZodType }
  ? Call<Name, Input>
  : never;
type ResultIn<C> = C extends { result: infer Result extends z.ZodType } ? z.output<Result> : never;
type TakesPortsOf<C> = C extends { perform: (call: never, ports: infer Ports, context: never) => unknown }
  ? (ports: Ports) => void
  : never;

/** A call that the workflow executes. Excludes `finish`, which a turn converts to the answer. */
export type CapabilityCall = CallIn<Performable>;

export type CapabilityResult = ResultIn<Performable> | Refused | Failed | Waiting;

export type CapabilityPorts = TakesPortsOf<Performable> extends (ports: infer Ports) => void ? Ports : never;

type PerformableCapability = Reading<CapabilityCall, ResultIn<Performable>> &
  (
    | Reads<CapabilityCall, CapabilityResult, CapabilityStepDetails | null, CapabilityPorts>
    | Requests<
        CapabilityCall,
        Exclude<CapabilityResult, Waiting>,
        CapabilityStepDetails | null,
        CapabilityPorts
      >
  );

const performable = capabilities.filter((capability) => capability.kind !== 'finish');

/** The capability of a call. The cast is safe: calls and results are matched to it by name. */
export function capabilityOf({ name }: CapabilityCall): PerformableCapability {
  return performable.find((capability) => capability.name === name) as unknown as PerformableCapability;
}

/** Whether a call changes something at its target. */
export function isWritingCall(call: CapabilityCall): boolean {
  const capability = capabilityOf(call);
  return capability.kind === 'request' && capability.isWriting(call);
}

/** A call as it is stored with its turn. */
export const CapabilityCall = unionOf<CapabilityCall>(
  performable.map(({ name, input }) =>
    z
      .object({
        callId: z.string(),
        name: z.literal(name),
        operation: CalledOperation.exactOptional(),
      })
      .and(input as z.ZodType<object>),
  ),
);

/** A result as it is stored with its call. */
export const CapabilityResult = unionOf<CapabilityResult>([
  z.object({ kind: z.enum(['refused', 'failed', 'waiting']), message: z.string() }),
  ...new Set(performable.map(({ result }) => result)),
]);

export const withheldBy = (ports: CapabilityPorts): readonly string[] =>
  capabilities.flatMap((one) => ('isOn' in one && one.isOn?.(ports) === false ? [one.name] : []));

/** Whether the target answered, whatever it was. */
export const isAnswer = ({ kind }: { readonly kind: string }): boolean =>
  kind !== 'refused' && kind !== 'failed' && kind !== 'waiting';

/** A union schema typed as `T`. */
function unionOf<T>(schemas: readonly z.ZodType[]): z.ZodType<T> {
  return z.union(schemas) as unknown as z.ZodType<T>;
}

/** Parses a model's call to what the workflow executes; null if there is nothing to execute. */
export function readCall(callId: string, name: string, input: unknown): CapabilityCall | null {
  const isPerformable = performable.some((capability) => capability.name === name);
  return isPerformable
    ? CapabilityCall.parse({ ...withoutOperation(input as Record<string, unknown>), callId, name })
    : null;
}

/** The part of a call that models and people write: only the service says that an operation wrote it. */
export function withoutOperation(call: Readonly<Record<string, unknown>>) {
  const { operation: _, ...given } = call;
  return given;
}
