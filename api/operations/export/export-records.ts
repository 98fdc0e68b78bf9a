import type { Policies } from '#network-access/policies.ts';
import type { Secrets } from '#network-access/secrets.ts';
import type { AlertRules } from '#store/alert/alert-rules.ts';
import type { Alerts } from '#store/alert/alerts.ts';
import type { Approvals, ListedApproval } from '#store/approval/approvals.ts';
import type { AuditLog } from '#store/audit/audit-log.ts';
import type { Cases } from '#store/case/cases.ts';
import type { Agents } from '#store/workspace/agents.ts';
import type { ExportedAutomations } from '#store/automation/exported-automations.ts';
import type { EventTargets } from '#store/event/event-targets.ts';
import type { SentEvents } from '#store/event/sent-events.ts';
import type { Conversations } from '#store/conversation/conversations.ts';
import type { Decisions } from '#store/policy/decisions.ts';
import type { Deliveries } from '#store/delivery/deliveries.ts';
import type { AuthorizedWorkspace, Tokens } from '#store/token/tokens.ts';
import { agentView, type Models } from '../agents/agent-view.ts';
import { caseView } from '../cases/case-view.ts';
import { workspaceView, type WorkspaceViewDeps } from '../workspaces/workspace-view.ts';
import { everyItem } from './every-item.ts';

export interface ExportDeps extends WorkspaceViewDeps {
  readonly alertRules: Pick<AlertRules, 'list'>;
  readonly alerts: Pick<Alerts, 'list'>;
  readonly eventTargets: Pick<EventTargets, 'list'>;
  readonly sentEvents: Pick<SentEvents, 'list'>;
  readonly agents: Pick<Agents, 'list'>;
  readonly cases: Pick<Cases, 'list'>;
  readonly conversations: Pick<Conversations, 'list' | 'messages'>;
  readonly decisions: Pick<Decisions, 'list'>;
  readonly deliveries: Pick<Deliveries, 'body' | 'everyRow' | 'find'>;
  readonly exportedAutomations: ExportedAutomations;
  readonly models: Models;
  readonly policies: Pick<Policies, 'list'>;
  readonly secrets: Pick<Secrets, 'list'>;
  readonly approvals: Pick<Approvals, 'list'>;
  readonly auditLog: Pick<AuditLog, 'list'>;
  readonly tokens: Pick<Tokens, 'list'>;
}

/** One line of an export; `kind` says what it is. */
type Exported = { readonly kind: string } & Readonly<Record<string, unknown>>;

/** Everything of a workspace but the values of credentials, a record at a time. */
export async function* exportRecords(
  deps: ExportDeps,
  workspace: AuthorizedWorkspace,
): AsyncGenerator<Exported> {
  yield { kind: 'workspace', ...(await workspaceView(deps, workspace)) };
  for await (const token of everyItem((query) => deps.tokens.list(workspace.id, query)))
    yield { kind: 'token', ...token };
  for (const secret of await deps.secrets.list(workspace.id)) yield { kind: 'secret', ...secret };
  for await (const agent of everyItem((query) => deps.agents.list(workspace.id, query))) {
    yield { kind: 'agent', ...agentView(agent, deps.models) };
    yield* recordsOfAgent(deps, { workspaceId: workspace.id, agentId: agent.id });
  }
  yield* automationRecords(deps, workspace.id);
  yield* alertRecords(deps, workspace.id);
  yield* eventRecords(deps, workspace.id);
  for await (const approval of everyItem((query) => deps.approvals.list(workspace.id, query)))
    yield { kind: 'approval', ...exportedApproval(approval) };
  for await (const change of everyItem((query) => deps.auditLog.list(workspace.id, query)))
    yield { kind: 'audit', ...change };
  yield* deliveryRecords(deps, workspace.id);
}

async function* alertRecords(
  { alertRules, alerts }: ExportDeps,
  workspaceId: string,
): AsyncGenerator<Exported> {
  for await (const rule of everyItem((query) => alertRules.list(workspaceId, query))) {
    yield { kind: 'alertRule', ...rule };
    for await (const alert of everyItem((query) => alerts.list(workspaceId, rule.id, query)))
      yield { kind: 'alert', ...alert };
  }
}

async function* eventRecords(
  { eventTargets, sentEvents }: ExportDeps,
  workspaceId: string,
): AsyncGenerator<Exported> {
  for (const target of await eventTargets.list(workspaceId)) {
    yield { kind: 'eventTarget', ...target };
    const log = { workspaceId, targetId: target.id };
    for await (const event of everyItem((query) => sentEvents.list(log, query)))
      yield { kind: 'event', targetId: target.id, ...event };
  }
}

async function* recordsOfAgent(
  { policies, decisions, conversations }: ExportDeps,
  scope: { readonly workspaceId: string; readonly agentId: string },
): AsyncGenerator<Exported> {
  const { workspaceId, agentId } = scope;
  for await (const policy of everyItem((query) => policies.list(scope, query)))
    yield { ...policy, kind: 'policy', agentId };
  for await (const decision of everyItem((query) => decisions.list(scope, query)))
    yield { kind: 'decision', agentId, ...decision };
  for await (const conversation of everyItem((query) => conversations.list(workspaceId, agentId, query))) {
    yield { kind: 'conversation', ...conversation };
    const { conversationId } = conversation;
    for await (const message of everyItem((query) =>
      conversations.messages(workspaceId, conversationId, query),
    ))
      yield { kind: 'message', conversationId, ...message };
  }
}

async function* automationRecords(
  { exportedAutomations, cases }: ExportDeps,
  workspaceId: string,
): AsyncGenerator<Exported> {
  for await (const { createdAt, updatedAt, ...automation } of exportedAutomations.everyAutomation(
    workspaceId,
  )) {
    const times = { createdAt: isoOf(createdAt), updatedAt: isoOf(updatedAt) };
    yield { kind: 'automation', ...automation, ...times };
    const { id: automationId, revision: newest } = automation;
    for await (const revision of exportedAutomations.everyRevision(workspaceId, automationId, newest))
      yield { kind: 'revision', automationId, ...revision };
    for (const one of await cases.list(workspaceId, automationId))
      yield { kind: 'case', automationId, ...caseView(one) };
  }
}

async function* deliveryRecords({ deliveries }: ExportDeps, workspaceId: string): AsyncGenerator<Exported> {
  for await (const rows of deliveries.everyRow(workspaceId, {}))
    for (const { deliveryId } of rows) {
      const [record, body] = await Promise.all([
        deliveries.find(workspaceId, deliveryId),
        deliveries.body(workspaceId, deliveryId),
      ]);
      if (record === null) continue;
      yield { kind: 'delivery', ...record, body: body === null ? null : body.toString('base64') };
    }
}

/** Without what only the service needs. */
function exportedApproval(listed: ListedApproval) {
  const { mark: _, workflowId: __, call, edited, ...approval } = listed;
  const { askedAt, expiresAt, decidedAt } = approval;
  const times = { askedAt: isoOf(askedAt), expiresAt: isoOf(expiresAt) };
  return { ...approval, ...times, decidedAt: decidedAt && isoOf(decidedAt), request: call, edited };
}

const isoOf = (timeMs: number) => new Date(timeMs).toISOString();
