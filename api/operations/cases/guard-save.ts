import type { BrokenCase } from '#contracts/case.ts';
import type { Revision } from '#contracts/automation.ts';
import { DomainError } from '#domain/domain-error.ts';
import { pick } from '#domain/pick.ts';
import { RehearsalBudget } from '#contracts/rehearsal.ts';
import { definedOf, revisionOf } from '../rehearsals/draft.ts';
import type { AutomationRecord } from '#store/automation/automations.ts';
import type { Rehearsals } from '#store/rehearsal/rehearsals.ts';
import type { RehearsalStarter } from '#temporal/rehearsal-starter.ts';
import { type CasePlayDeps, playCases, type PlayedCase } from './play-cases.ts';

export interface GuardDeps extends CasePlayDeps {
  readonly rehearsals: Pick<Rehearsals, 'create'>;
  readonly rehearsalStarter: Pick<RehearsalStarter, 'start'>;
}

export interface Guarded {
  /** The cases that the change breaks, as far as data tells, for the answer; nothing where it breaks none. */
  readonly members: { readonly brokenCases?: BrokenCase[] };
  /** Plays those that do not certainly hold once more by a worker, which asks models and tells of what is broken. */
  readonly afterSave: (saved: AutomationRecord) => Promise<void>;
}

/** Holds a change against the cases of its automation. Throws CASES_BROKEN where one breaks that must hold, unless it is forced. */
export async function guardSave(
  deps: GuardDeps,
  workspaceId: string,
  {
    automation,
    change,
    isForced,
  }: {
    readonly automation: AutomationRecord;
    readonly change: { readonly [Name in keyof Revision]?: Revision[Name] | undefined };
    readonly isForced: boolean;
  },
): Promise<Guarded> {
  const place = { workspaceId, automationId: automation.id };
  const played = await playCases(deps, place, { ...automation, ...definedOf(change) });
  const broken = played.filter(({ holds }) => holds === false).map(brokenView);
  const mustHold = broken.filter((one) => one.mustHold);
  if (mustHold.length > 0 && !isForced)
    throw new DomainError('CASES_BROKEN', sentenceOf(mustHold), { members: { cases: mustHold } });
  const members = broken.length === 0 ? {} : { brokenCases: broken };
  return { members, afterSave: (saved) => playLater(deps, place, { saved, played }) };
}

const brokenView = (one: PlayedCase): BrokenCase =>
  pick(one, ['id', 'deliveryId', 'name', 'mustHold', 'summary']);

const sentenceOf = (broken: readonly BrokenCase[]): string =>
  broken.length === 1
    ? `The change breaks a case that must hold: ${broken[0]?.name ?? ''}, ${broken[0]?.summary ?? ''}`
    : `The change breaks ${broken.length} cases that must hold`;

/** Without Temporal the change is saved all the same: the list of cases says which hold. */
async function playLater(
  { rehearsals, rehearsalStarter }: GuardDeps,
  { workspaceId, automationId }: { readonly workspaceId: string; readonly automationId: string },
  { saved, played }: { readonly saved: AutomationRecord; readonly played: readonly PlayedCase[] },
): Promise<void> {
  const open = played.filter(({ holds }) => holds !== true);
  if (open.length === 0) return;
  const rehearsalId = await rehearsals.create(workspaceId, {
    automationId,
    draft: revisionOf(saved),
    revision: saved.revision,
    reads: 'recorded',
    budget: RehearsalBudget.parse({}),
    deliveryIds: open.map(({ deliveryId }) => deliveryId),
    boundTokens: 0,
    boundMicros: null,
    by: null,
  });
  await rehearsalStarter.start({ workspaceId, automationId, rehearsalId }).catch(() => undefined);
}
