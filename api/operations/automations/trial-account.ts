import type { Cost } from '#contracts/run.ts';
import { costOf, moneyOf, type SpentOnce } from '#domain/cost.ts';
import { monthOf } from '#domain/month.ts';
import { noUsage } from '#domain/no-usage.ts';
import type { UsageStore } from '#store/usage/usage.ts';

/** A call whose answer cannot be read, or came too late: it may have to be paid. */
export const lostCall: SpentOnce = { usage: noUsage, cost: moneyOf('unknown', 0) };

/** The account of the model calls of one trial; each is counted in the usage of the workspace at once. */
export function createTrialAccount(
  { usage }: { readonly usage: Pick<UsageStore, 'add'> },
  { workspaceId, automationId }: { readonly workspaceId: string; readonly automationId: string },
) {
  const spent: SpentOnce[] = [];
  let modelCalls = 0;

  async function pay(once: SpentOnce, calls: number, model: string): Promise<void> {
    if (calls === 0) return;
    modelCalls += calls;
    spent.push(once);
    const cost = costOf([once], { isBilled: false });
    await usage.add(workspaceId, monthOf(new Date()), cost, { automationId, model });
  }

  return {
    pay,
    modelCalls: () => modelCalls,
    cost: (): Cost => costOf(spent, { isBilled: false }),
  };
}
