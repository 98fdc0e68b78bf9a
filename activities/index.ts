import { type CapabilityPorts, withheldBy } from '#capabilities/calls.ts';
import type { BudgetLimits } from '#domain/budget.ts';
import type { Admissions } from '#store/admission/admissions.ts';
import type { Apis } from '#store/api/apis.ts';
import type { Approvals } from '#store/approval/approvals.ts';
import type { Automations } from '#store/automation/automations.ts';
import type { Circuits } from '#store/circuits.ts';
import type { Messages } from '#store/message/messages.ts';
import type { PolicyStore } from '#store/policy/policies.ts';
import type { Runs, RunStore } from '#store/run/runs.ts';
import type { Workspaces } from '#store/workspace/workspaces.ts';
import { alertActivities, type AlertDeps } from './alert.ts';
import type { AskApprovalDeps } from './ask-approval.ts';
import type { AgentModels } from './agent-models.ts';
import { drainHeldActivities, type HeldDeps } from './drain-held.ts';
import { eraseDataActivities, type ErasureDeps } from './erase-data.ts';
import { eventActivities, type EventDeps } from './send-events.ts';
import { filterActivities, type FilterStepDeps } from './filter.ts';
import { messageActivities } from './message.ts';
import { performReadActivities } from './perform-read.ts';
import { performRequestActivities } from './perform-request.ts';
import { proposalActivities, type ProposalDeps } from './propose.ts';
import { recordActivities } from './record.ts';
import { sendApprovedActivities } from './send-approved.ts';
import { type RehearsalDeps, rehearsalActivities } from './rehearse.ts';
import { type ReplayDeps, replayRestActivities } from './replay-rest.ts';
import type { ReadAhead } from './step-reads.ts';
import { createTargetSpeed, type TargetSpeed } from './target-speed.ts';
import { sweepActivities, type SweepDeps } from './sweep.ts';
import { takingUntaggedRuns } from './untagged-runs.ts';
import { turnActivities } from './turn.ts';
import { withNextTurn } from './with-next-turn.ts';

export interface ActivityDeps
  extends
    AlertDeps,
    Pick<AskApprovalDeps, 'approvedRequests' | 'eventTelling'>,
    EventDeps,
    HeldDeps,
    Pick<ProposalDeps, 'deliveries' | 'samplesOfSender' | 'usage'>,
    Pick<FilterStepDeps, 'proposalStarter'>,
    ReplayDeps,
    Pick<
      RehearsalDeps,
      'cases' | 'tellBrokenCase' | 'modelsFor' | 'openRehearsedRun' | 'recordedRuns' | 'rehearsals'
    >,
    SweepDeps,
    Omit<ErasureDeps, 'automations' | 'runs'> {
  readonly admissions: Admissions;
  readonly approvals: Approvals;
  readonly automations: Automations;
  readonly circuits: Circuits;
  /** Budget of each new run. */
  readonly budget: BudgetLimits;
  readonly messages: Messages;
  readonly models: AgentModels;
  readonly policyRecords: Pick<PolicyStore, 'list'>;
  readonly apis: Pick<Apis, 'offered'>;
  /** Ports of all capabilities. */
  readonly ports: CapabilityPorts;
  readonly runs: RunStore;
  /** Aborts when the worker no longer waits for what is under way. */
  readonly stopping: AbortSignal;
  readonly workspaces: Pick<Workspaces, 'listIds' | 'timeZoneOf'>;
}

/** All activities of the run queue, by name. */
export function createActivities(given: ActivityDeps) {
  const deps = { ...given, targetSpeed: createTargetSpeed(), withheld: withheldBy(given.ports) };
  return {
    ...takingUntaggedRuns({
      ...stepsWith(deps),
      ...filterActivities(deps),
      ...performReadActivities(deps),
      ...withNextTurn(deps, stepsWith),
    }),
    ...sweepActivities(deps),
    ...eraseDataActivities(deps),
    ...alertActivities(deps),
    ...eventActivities(deps),
    ...proposalActivities(deps),
    ...rehearsalActivities(deps),
    ...replayRestActivities(deps),
    ...sendApprovedActivities(deps),
    ...drainHeldActivities(deps),
  };
}

type StepDeps = Omit<ActivityDeps, 'runs'> & {
  readonly runs: Runs;
  readonly targetSpeed: TargetSpeed;
  readonly withheld: readonly string[];
  readonly readAhead?: ReadAhead;
};

const stepsWith = (deps: StepDeps) => ({
  ...recordActivities(deps),
  ...messageActivities(deps),
  ...turnActivities(deps),
  ...performRequestActivities(deps),
});

export type Activities = ReturnType<typeof createActivities>;
