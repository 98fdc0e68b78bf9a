import type { z } from 'zod';

import type { RunRef } from '../contracts/run.ts';

/** How a model is offered a capability. */
interface Offer<Name extends string, Input extends z.ZodType> {
  readonly name: Name;
  readonly description: string;
  /**
   * What providers are told: every member present, null for absent, no bounds. Their strict modes differ in what else they
   * take.
   */
  readonly wireInput: z.ZodObject;
  /**
   * What is taken of a model, which may know no strict mode and leave members out. It also reads calls back from the
   * record, so it must take what it gives.
   */
  readonly input: Input;
  /** Not offered in a chat, which has no delivery. */
  readonly needsDelivery?: true;
}

/** A call as it is planned, stored and carried out. */
export type Call<Name, Input extends z.ZodType> = Readonly<
  { readonly callId: string; readonly name: Name } & z.output<Input>
>;

/** Nothing was done: not allowed, malformed, or not there. */
export interface Refused {
  readonly kind: 'refused';
  readonly message: string;
}
/** Allowed, but it did not succeed. */
export interface Failed {
  readonly kind: 'failed';
  readonly message: string;
}

/** What the mind is told of a result. */
export interface Told {
  /** One line of JSON. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** What came from outside; it goes between markers. */
  readonly data: string;
}

/** How a call and its result are read. `Result` is what the capability gives when it was neither refused nor failed. */
export interface Reading<TheCall, Result> {
  /** One line for operators, such as "POST api.example.com/orders"; a value of the delivery stays out. */
  readonly describe: (call: TheCall) => string;
  /** The same in a list of calls; the name of the capability where there is none. */
  readonly describeBriefly?: (call: TheCall) => string;
  readonly tell: (result: Result, call: TheCall) => Told;
}

type Timing = 'startedAt' | 'durationMs';
/** A step of the record without its time, which whoever performs the call adds. */
export type StepDetails<Step extends z.ZodObject | null> = Step extends z.ZodObject
  ? Omit<z.output<Step>, Timing>
  : null;

/** Looks something up. It changes nothing and may be repeated freely, so it is no step of its own in Temporal. */
export interface Reads<TheCall, Result, Details, Ports> {
  readonly kind: 'read';
  readonly perform: (
    call: TheCall,
    ports: Ports,
    run: RunRef,
  ) => Promise<{ readonly result: Result | Refused | Failed; readonly step: Details }>;
}

/** Which call of which run is performed. */
export interface RequestContext {
  readonly run: RunRef;
  readonly agentId: string;
  readonly turn: number;
  /** Counts the requests of the whole run. */
  readonly request: number;
  readonly signal: AbortSignal;
  /** To be awaited once, right before the first effect is possible. Where it rejects, nothing must happen. */
  readonly onSending: () => Promise<void>;
}

interface RequestOutcome<Result, Details> {
  readonly result: Result | Refused | Failed;
  readonly step: Details;
  /** A public sentence: nothing took effect, and the same call may succeed later. Null: the result is final. */
  readonly retryReason: string | null;
  /** It may or may not have taken effect, and to repeat it might do it twice. */
  readonly isEffectUnknown: boolean;
}

/** Acts on the world outside. It counts against the requests of a run, and a crash in its midst is seen. */
export interface Requests<TheCall, Result, Details, Ports> {
  readonly kind: 'request';
  /** Whether it may be repeated when a worker died after it may have taken effect. */
  readonly isRepeatable: (call: TheCall) => boolean;
  /** What the record shows where it may not. */
  readonly stepAfterCrash: (call: TheCall) => Details;
  readonly perform: (
    call: TheCall,
    ports: Ports,
    context: RequestContext,
  ) => Promise<RequestOutcome<Result, Details>>;
}

/** What of a capability is kept in the record. */
interface Recorded<Result extends z.ZodType, Step extends z.ZodObject | null> {
  /** The result when it was neither refused nor failed. */
  readonly result: Result;
  /** The step that it leaves in the record of its run, told from others by `kind`. Null: none. */
  readonly step: Step;
}

export type ReadCapability<
  Name extends string,
  Input extends z.ZodType,
  Result extends z.ZodType,
  Step extends z.ZodObject | null,
  Ports,
> = Offer<Name, Input> &
  Recorded<Result, Step> &
  Reading<Call<Name, Input>, z.output<Result>> &
  Reads<Call<Name, Input>, z.output<Result>, StepDetails<Step>, Ports>;

export type RequestCapability<
  Name extends string,
  Input extends z.ZodType,
  Result extends z.ZodType,
  Step extends z.ZodObject | null,
  Ports,
> = Offer<Name, Input> &
  Recorded<Result, Step> &
  Reading<Call<Name, Input>, z.output<Result>> &
  Requests<Call<Name, Input>, z.output<Result>, StepDetails<Step>, Ports>;

/** Ends the run; there is nothing to perform. */
export type FinishCapability<Name extends string, Input extends z.ZodType> = Offer<Name, Input> & {
  readonly kind: 'finish';
};

/** One thing that an agent can do, whole. Everything that lists capabilities derives from the list in index.ts. */
export function defineCapability<const Name extends string, Input extends z.ZodType>(
  capability: FinishCapability<Name, Input>,
): typeof capability;
export function defineCapability<
  const Name extends string,
  Input extends z.ZodType,
  Result extends z.ZodType,
  Step extends z.ZodObject | null,
  Ports,
>(capability: RequestCapability<Name, Input, Result, Step, Ports>): typeof capability;
export function defineCapability<
  const Name extends string,
  Input extends z.ZodType,
  Result extends z.ZodType,
  Step extends z.ZodObject | null,
  Ports,
>(capability: ReadCapability<Name, Input, Result, Step, Ports>): typeof capability;
export function defineCapability(capability: object): object {
  return capability;
}
