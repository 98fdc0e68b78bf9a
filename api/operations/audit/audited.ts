import type { AnySentAnswer } from '../answers.ts';
import type { Operation } from '../define-operation.ts';
import type { ListedOperation } from '../list.ts';
import type { AnyRequest } from '../request.ts';
import type { NoteChange } from './note-change.ts';

/** Operations that are no GET and change no record of the workspace by themselves: they try, send, replay and chat. */
const noChanges: ReadonlySet<string> = new Set<ListedOperation['id']>([
  'understandDraft',
  'testFilter',
  'tryInstructions',
  'sendDelivery',
  'replayAutomation',
  'replayDelivery',
  'runDuplicate',
  'runSkipped',
  'sendTestAlert',
  'sendTestEvent',
  'sendEventAgain',
  'checkRequest',
  'sendRequest',
  'sendMessage',
  // The log goes with its workspace.
  'deleteWorkspace',
]);

const isOfWorkspaces = ({ access }: Operation) => access === 'owner' || access === 'operator';

export const isChange = (operation: Operation): boolean =>
  isOfWorkspaces(operation) && operation.method !== 'get' && !noChanges.has(operation.id);

/**
 * The operation, which notes the change once it is made and before its caller is told, whether the API or the console calls it. One
 * that was refused or failed changed nothing that could be named.
 */
export const audited =
  ({ noteChange }: { readonly noteChange: NoteChange }) =>
  (operation: Operation): Operation =>
    isChange(operation) ? { ...operation, handle: noting(operation, noteChange) } : operation;

const noting =
  (operation: Operation, noteChange: NoteChange): Operation['handle'] =>
  async (request) => {
    let body: unknown;
    const answer = await operation.handle({
      ...request,
      body: async () => (body = await request.body()),
    });
    const made = answer.status === 201 ? madeBy(answer) : {};
    const workspaceId = request.workspace?.id ?? request.params['id'] ?? made.id;
    if (workspaceId === undefined) throw new Error(`${operation.id} changes no workspace that is known.`);
    await noteChange(workspaceId, {
      action: operation.id,
      ...callerOf(request),
      target: { ...idsIn(request, operation), ...made },
      fields: answer.status === 201 ? [] : namesIn(body),
    });
    return answer;
  };

function callerOf({ workspace, via: console }: AnyRequest) {
  const via = console ?? ('api' as const);
  if (workspace === undefined) return { by: 'operator', tokenId: null, role: null, via };
  const { tokenName: by, tokenId, role } = workspace;
  return { by, tokenId, role, via };
}

/** Texts without a shape are data of deliveries. */
const idsIn = ({ params }: AnyRequest, operation: Operation): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(params).filter(([name]) => operation.params[name]?.shape !== undefined));

function madeBy(answer: AnySentAnswer): { readonly id?: string; readonly name?: string } {
  const { id, name } = ('body' in answer ? answer.body : {}) as { id?: string; name?: string };
  return id !== undefined ? { id } : name !== undefined ? { name } : {};
}

/** The names of the members that were given. */
const namesIn = (body: unknown): string[] =>
  Object.entries(body ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [name]));
