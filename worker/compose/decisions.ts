import type { NewDecision } from '#contracts/decision.ts';
import type { AgentScope } from '#contracts/policy.ts';

interface Log {
  readonly append: (scope: AgentScope, decision: NewDecision) => Promise<void>;
}

interface Logger {
  readonly error: (facts: object, sentence: string) => void;
}

/**
 * An audit log that is not waited for. The result of the request goes over the same connection afterwards, so that no
 * result is stored without its decision.
 */
export const loggedOnTheWay = (log: Log, logger: Logger): Log => ({
  append: (scope, decision) => {
    log.append(scope, decision).catch((err: unknown) => {
      logger.error({ ...scope, host: decision.host, err }, 'A decision could not be recorded');
    });
    return Promise.resolve();
  },
});
