import type { NewAuditEntry } from '#contracts/audit.ts';
import { DomainError } from '#domain/domain-error.ts';
import { statusOfError } from '../../errors/status-of-error.ts';
import type { AnySentAnswer } from '../answers.ts';
import type { Operation } from '../define-operation.ts';
import type { ListedOperation } from '../list.ts';
import type { AnyRequest } from '../request.ts';
import type { NoteChange } from './note-change.ts';

/** Operations that are no GET and change no record of the workspace by themselves: they try, send, replay and chat. */
const noChanges: ReadonlySet<string> = new Set<ListedOperation['id']>([
  'understandDraft',
  'testFilter',
  'searchSender',
  'tryInstructions',
  'sendDelivery',
  'replayAutomation',
  'replayDelivery',
  'runDuplicate',
  'runSkipped',
  'startRehearsal',
  'cancelRehearsal',
  'sendTestAlert',
  'sendTestEvent',
  'sendEventAgain',
  'checkRequest',
  'tryNarrowing',
  'previewApi',
  'sendRequest',
  'sendMessage',
  // The log goes with its workspace.
  'deleteWorkspace',
]);

const isOfWorkspaces = ({ access }: Operation) => access === 'owner' || access === 'operator';

const isChange = (operation: Operation): boolean =>
  isOfWorkspaces(operation) && operation.method !== 'get' && !noChanges.has(operation.id);

/**
 * The operation, which notes the change once it is made and before its caller is told, whether the API or the console calls it. A
 * refusal changes nothing and leaves no entry; after a failure nobody knows, and the entry says so.
 */
export const audited =
  ({ noteChange }: { readonly noteChange: NoteChange }) =>
  (operation: Operation): Operation =>
    isChange(operation) ? { ...operation, handle: noting(operation, noteChange) } : operation;

const noting =
  (operation: Operation, noteChange: NoteChange): Operation['handle'] =>
  async (request) => {
    let body: unknown;
    const note = async (outcome: NewAuditEntry['outcome'], made: Made = {}) => {
      const workspaceId = request.workspace?.id ?? request.params['id'] ?? made.id;
      // A workspace that could not be made has no log.
      if (workspaceId === undefined) return;
      await noteChange(workspaceId, {
        action: operation.id,
        outcome,
        ...callerOf(request),
        target: { ...idsIn(request, operation), ...made },
        fields: isMade(made) ? [] : namesIn(body),
      });
    };
    try {
      const answer = await operation.handle({
        ...request,
        body: async () => (body = await request.body()),
      });
      await note('changed', answer.status === 201 ? madeBy(answer) : {});
      return answer;
    } catch (error) {
      if (!isRefusal(error)) await note('unknown');
      throw error;
    }
  };

const isRefusal = (error: unknown): boolean =>
  error instanceof DomainError && statusOfError(error.code, false) < 500;

function callerOf({ workspace, via: within }: AnyRequest) {
  const via = within ?? ('api' as const);
  if (workspace === undefined) return { by: 'operator', tokenId: null, role: null, via };
  const { tokenName: by, tokenId, role } = workspace;
  return { by, tokenId, role, via };
}

/** Texts without a shape are data of deliveries. */
const idsIn = ({ params }: AnyRequest, operation: Operation): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(params).filter(([name]) => operation.params[name]?.shape !== undefined));

interface Made {
  readonly id?: string;
  readonly name?: string;
}

const isMade = (made: Made): boolean => Object.keys(made).length > 0;

function madeBy(answer: AnySentAnswer): Made {
  const { id, name } = ('body' in answer ? answer.body : {}) as { id?: string; name?: string };
  return id !== undefined ? { id } : name !== undefined ? { name } : {};
}

/** The names of the members that were given; a body of bytes has none. */
const namesIn = (body: unknown): string[] =>
  typeof body !== 'object' || body === null || 'bytes' in body
    ? []
    : Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [name]));
