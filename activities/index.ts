import type { CapabilityPorts } from '../capabilities/calls.ts';
import type { BudgetLimits } from '../domain/budget.ts';
import type { Admissions } from '../store/admissions.ts';
import type { Automations } from '../store/automations.ts';
import type { Circuits } from '../store/circuits.ts';
import type { Messages } from '../store/messages.ts';
import type { PolicyStore } from '../store/policies.ts';
import type { Runs } from '../store/runs.ts';
import type { AgentModels } from './agent-models.ts';
import { filterActivities } from './filter.ts';
import { messageActivities } from './message.ts';
import { performReadActivities } from './perform-read.ts';
import { performRequestActivities } from './perform-request.ts';
import { recordActivities } from './record.ts';
import { sweepActivities, type SweepDeps } from './sweep.ts';
import { takingUntaggedRuns } from './untagged-runs.ts';
import { turnActivities } from './turn.ts';

export interface ActivityDeps extends SweepDeps {
  readonly admissions: Admissions;
  readonly automations: Automations;
  readonly circuits: Circuits;
  /** Budget of each new run. */
  readonly budget: BudgetLimits;
  readonly messages: Messages;
  readonly models: AgentModels;
  readonly policyRecords: Pick<PolicyStore, 'list'>;
  /** Ports of all capabilities. */
  readonly ports: CapabilityPorts;
  readonly runs: Runs;
}

/** All activities of the run queue, by name. */
export function createActivities(deps: ActivityDeps) {
  return {
    ...takingUntaggedRuns({
      ...recordActivities(deps),
      ...messageActivities(deps),
      ...filterActivities(deps),
      ...turnActivities(deps),
      ...performReadActivities(deps),
      ...performRequestActivities(deps),
    }),
    ...sweepActivities(deps),
  };
}

export type Activities = ReturnType<typeof createActivities>;
