import type { z } from 'zod';

import type { CalledOperation } from '#contracts/api.ts';
import type { PolicyKind } from '#contracts/policy.ts';
import type { RunRef } from '#contracts/run.ts';
import type { Requests } from './acting.ts';
import type { Failed, Refused } from './call-failure.ts';
import type { Exchange } from './exchange.ts';
import type { ShownAct } from './acting-step.ts';

interface Offer<Name extends string, Input extends z.ZodType> {
  readonly name: Name;
  readonly description: string;
  /**
   * The schema sent to providers: every member required, null for absent, no bounds. Strict modes differ in what else
   * they accept.
   */
  readonly wireInput: z.ZodObject;
  /**
   * The input that is accepted from a model, which may not support strict mode and leave members out. It also parses stored
   * calls, so it must accept its own output.
   */
  readonly input: Input;
  /** The kind of policy that it goes by, and how a prompt lists those of the agent. `none`: where there are none. */
  readonly access?: { readonly kind: PolicyKind; readonly title: string; readonly none: string };
  /** Not offered in a chat, which has no delivery. */
  readonly needsDelivery?: true;
  /** Offered where the owner lets runs read earlier ones of their reference, and there is one. */
  readonly needsConsent?: true;
}

/** A call as it is planned, stored and executed. */
export type Call<Name, Input extends z.ZodType> = Readonly<
  {
    readonly callId: string;
    readonly name: Name;
    /** The operation of an API that wrote the request. No model says so by itself. */
    readonly operation?: CalledOperation;
  } & z.output<Input>
>;

/** A result as the model sees it. */
export interface Told {
  /** One line of JSON. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Untrusted data; placed between markers. */
  readonly data: string;
}

/** Describes calls and results for people and models. `Result` is the result of a call that succeeded. */
export interface Reading<TheCall, Result> {
  /** One line for operators, such as "POST api.example.com/orders"; contains no value of the delivery. */
  readonly describe: (call: TheCall) => string;
  /** Short form for lists of calls; default: the name of the capability. */
  readonly describeBriefly?: (call: TheCall) => string;
  readonly tell: (result: Result, call: TheCall) => Told;
}

type Timing = 'startedAt' | 'durationMs' | 'tries' | 'nextTryAt' | 'approval';
/** A step of the record without its times and its tries, which the caller adds. */
export type StepDetails<Step extends z.ZodObject | null> = Step extends z.ZodObject
  ? Omit<z.output<Step>, Timing>
  : null;

/** Read-only. It may be repeated freely and therefore needs no effect mark. */
export interface Reads<TheCall, Result, Details, Ports> {
  readonly kind: 'read';
  readonly perform: (
    call: TheCall,
    ports: Ports,
    run: RunRef,
  ) => Promise<{ readonly result: Result | Refused | Failed; readonly step: Details }>;
}

interface Recorded<Result extends z.ZodType, Step extends z.ZodObject | null> {
  /** The result of a call that was neither refused nor failed. */
  readonly result: Result;
  /** The step it adds to the record of its run, identified by `kind`. Null: none. */
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
  Step extends z.ZodObject,
  Ports,
> = Offer<Name, Input> &
  Recorded<Result, Step> &
  Reading<Call<Name, Input>, z.output<Result>> &
  Requests<Call<Name, Input>, z.output<Result>, StepDetails<Step>, Ports> & {
    /** Its step for readers that do not know its kind. */
    readonly show: (step: z.input<Step>) => ShownAct;
    /** The result that the agent was told when the call was recorded; null where that is not known. */
    readonly recall: (step: z.output<Step>, exchange: Exchange) => z.output<Result> | Refused | Failed | null;
  };

/** Ends the run; nothing is executed. */
export type FinishCapability<Name extends string, Input extends z.ZodType> = Offer<Name, Input> & {
  readonly kind: 'finish';
};

/** One thing an agent can do. Everything that lists capabilities derives from index.ts. */
export function defineCapability<const Name extends string, Input extends z.ZodType>(
  capability: FinishCapability<Name, Input>,
): typeof capability;
export function defineCapability<
  const Name extends string,
  Input extends z.ZodType,
  Result extends z.ZodType,
  Step extends z.ZodObject,
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
