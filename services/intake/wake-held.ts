import type { HoldingAutomation } from '#contracts/held.ts';
import type { Held } from '#store/held.ts';
import type { HeldStarter } from '#temporal/held-starter.ts';

/** One that was woken by this process so lately is awake: it looks by itself while there is no room. */
const awakeForMs = 10_000;
const rememberedMax = 10_000;

interface Deps {
  readonly held: Pick<Held, 'holding'>;
  readonly heldStarter: Pick<HeldStarter, 'wake'>;
  readonly logger: { readonly warn: (fields: object, message: string) => void };
}

/** Wakes what runs held deliveries. Never fails: what is held is stored, and the sweep wakes it at the latest. */
export function createHeldWaker({ held, heldStarter, logger }: Deps) {
  const wokenAt = new Map<string, number>();

  async function wake(automation: HoldingAutomation): Promise<void> {
    try {
      await heldStarter.wake(automation);
      if (wokenAt.size >= rememberedMax) wokenAt.clear();
      wokenAt.set(automation.automationId, Date.now());
    } catch (error) {
      logger.warn({ error, ...automation }, 'held deliveries wait for the sweep');
    }
  }

  async function afterHold(automation: HoldingAutomation, isFirst: boolean): Promise<void> {
    const lately = Date.now() - (wokenAt.get(automation.automationId) ?? -Infinity) < awakeForMs;
    if (isFirst || !lately) await wake(automation);
  }

  /** After something that kept deliveries held may have changed: of an automation, or of all of a workspace. */
  async function afterChange(workspaceId: string, automationId?: string): Promise<void> {
    const holding = await held.holding(workspaceId).catch(() => []);
    const changed = holding.filter((id) => automationId === undefined || id === automationId);
    await Promise.all(changed.map((id) => wake({ workspaceId, automationId: id })));
  }

  return { afterHold, afterChange };
}

export type HeldWaker = ReturnType<typeof createHeldWaker>;
