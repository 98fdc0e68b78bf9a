import { isDefect } from '#domain/defect.ts';
import { DomainError } from '#domain/domain-error.ts';
import { hashOfToken } from '#domain/token.ts';
import type { Logger } from '#platform/logger.ts';
import type { Hook, HookLookup, Hooks } from '#store/automation/hooks.ts';
import { intakeUnavailable, retiredHook } from '../../errors/assert-accepted.ts';

interface Deps {
  readonly hooks: Hooks;
  readonly logger: Logger;
}

/** Throws UNKNOWN_WEBHOOK, WEBHOOK_RETIRED, INTAKE_UNAVAILABLE; a defect of ours as it is. */
export async function findHook({ hooks, logger }: Deps, token: string): Promise<Hook> {
  let lookup: HookLookup;
  try {
    lookup = await hooks.find(hashOfToken(token));
  } catch (error) {
    if (isDefect(error)) throw error;
    logger.error({ error }, 'hook lookup failed');
    throw intakeUnavailable();
  }
  switch (lookup.status) {
    case 'unknown':
      throw new DomainError('UNKNOWN_WEBHOOK', 'No automation has this URL');
    case 'retired':
      throw retiredHook();
    case 'known':
      return lookup.hook;
  }
}

/** The length of a token; others are not looked up. */
const tokenChars = 43;

/** Null where there is none: only a delivery is told what a URL is. */
export async function hookIfAny(deps: Deps, token: string): Promise<Hook | null> {
  if (token.length !== tokenChars) return null;
  try {
    return await findHook(deps, token);
  } catch (error) {
    const isNone =
      error instanceof DomainError && (error.code === 'UNKNOWN_WEBHOOK' || error.code === 'WEBHOOK_RETIRED');
    if (isNone) return null;
    throw error;
  }
}
