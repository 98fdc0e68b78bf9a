import { changeManagedWorkspace } from './change-managed-workspace.ts';
import { changeWorkspace } from './change-workspace.ts';
import { createWorkspace } from './create-workspace.ts';
import { deleteWorkspace } from './delete-workspace.ts';
import { listWorkspaces } from './list-workspaces.ts';
import { readLimits } from './read-limits.ts';
import { readWorkspace } from './read-workspace.ts';
import { replaceOwnerToken } from './replace-owner-token.ts';

export const workspaceOperations = [
  readWorkspace,
  readLimits,
  changeWorkspace,
  listWorkspaces,
  createWorkspace,
  changeManagedWorkspace,
  deleteWorkspace,
  replaceOwnerToken,
] as const;
