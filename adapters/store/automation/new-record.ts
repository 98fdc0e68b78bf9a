import type { Revision } from '#contracts/automation.ts';
import type { Budget } from '#contracts/budget.ts';
import type { StoredProposal } from '#contracts/condition.ts';
import type { CustomSender } from '#contracts/sender-data.ts';
import type { HtmlForm } from '#contracts/form.ts';
import type { Burst, Order } from '#contracts/hold-settings.ts';
import { defaultRetryPolicy } from '#contracts/retry.ts';

type Usual = 'retry' | 'model' | 'condition' | 'plan' | 'expects' | 'answerSchema' | 'readsEarlierRuns';

/** An automation to be made; members that are absent are as usual. */
export type NewRecord = Omit<Revision, Usual> &
  Partial<Pick<Revision, Usual>> & {
    readonly proposal?: StoredProposal | null;
    readonly sender?: string;
    readonly signingSecret?: string | null;
    readonly form?: HtmlForm | null;
    readonly customSender?: CustomSender | null;
    readonly eventIdFrom?: string | null;
    readonly payloadDedupe?: boolean;
    readonly budget?: Budget;
    readonly burst?: Burst;
    readonly order?: Order;
    /** The name of the token that makes it. */
    readonly by?: string;
  };

export function withDefaults(given: NewRecord) {
  const {
    sender = 'generic',
    signingSecret = null,
    customSender = null,
    eventIdFrom = null,
    payloadDedupe = true,
    form = null,
    budget = null,
    burst = 'refuse',
    order = 'none',
    proposal = null,
    by = null,
    ...revision
  } = given;
  const content: Revision = {
    retry: defaultRetryPolicy,
    model: null,
    condition: null,
    plan: null,
    expects: [],
    answerSchema: null,
    readsEarlierRuns: false,
    ...revision,
  };
  return {
    content,
    by,
    signingSecret,
    settings: { sender, customSender, eventIdFrom, payloadDedupe, form, budget, burst, order, proposal },
  };
}
