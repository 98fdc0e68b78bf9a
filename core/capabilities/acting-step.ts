import { z } from 'zod';

import { stepTiming, stepTries } from '#contracts/run.ts';

/** A row of facts, such as `Subject` and what it was; a long value is shown folded. */
const Detail = z.object({
  label: z.string().describe('The name of the fact, such as `Subject`.'),
  value: z.string().describe('The fact, as text.'),
});

/** The step of a call as readers show it that do not know its kind. */
export interface ShownAct {
  /** Names what was done, such as `POST` or `E-mail`. */
  readonly title: string;
  readonly target: string;
  /** The part of the target that failures have in common: a host with its port, or an address. */
  readonly receiver: string;
  /** In a word or two, such as `answered 201` or `refused`. */
  readonly outcome: string;
  readonly isGood: boolean;
  readonly error: string | null;
  readonly details: readonly z.infer<typeof Detail>[];
  /** The policy that the owner may add, or complete with a key, so that it works the next time. */
  readonly remedy: { readonly kind: 'allow' | 'add-key'; readonly name: string } | null;
}

/** The step of a capability that acts. `shownAct` shows it. */
export const actingStep = <const Kind extends string>(kind: Kind, description: string) =>
  z.object({
    kind: z.literal(kind).describe(description),
    ...stepTiming,
    ...stepTries,
    title: z.string().describe('Names what was done, for people.'),
    target: z.string().describe('To whom.'),
    outcome: z
      .enum(['done', 'waiting', 'refused', 'invalid', 'failed', 'unknown'])
      .describe(
        '`done`: it took effect, as far as the target says. `waiting`: for an approval, nothing was done. `refused`: not allowed by Network Access, or not approved; nothing was done. `invalid`: malformed, nothing was done. `failed`: allowed, but it took no effect. `unknown`: cut off after it may have taken effect.',
      ),
    error: z.string().nullable().describe('Says what went wrong. Null where nothing did.'),
    details: z.array(Detail).describe('Facts to show, in this order.'),
  });
type ActingStep = z.input<ReturnType<typeof actingStep>>;

/** Whether no policy allowed it; one that was not approved had its policy. */
export const isForbidden = ({
  outcome,
  approval,
}: Pick<ActingStep, 'approval'> & { outcome: string }): boolean =>
  outcome === 'refused' && approval === undefined;

export function shownAct(step: ActingStep): ShownAct {
  const { title, target, outcome, error, details } = step;
  const remedy = isForbidden(step) ? { kind: 'allow' as const, name: target } : null;
  return { title, target, receiver: target, outcome, isGood: outcome === 'done', error, details, remedy };
}
