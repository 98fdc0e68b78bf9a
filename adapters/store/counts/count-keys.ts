import type { Hook } from '../automation/hooks.ts';
import { keys } from '../records/index.ts';

/** Stands for the whole workspace where an automation has its id. */
export const wholeWorkspace = 'all';

/** The keys of what is counted at a moment, in the order of `script-parts/count.lua`. */
export function countKeys({ workspaceId, automationId }: Hook, atMs: number): string[] {
  const [day, month] = [dayOf(atMs), monthOf(atMs)];
  return [
    keys.hourlyCounts(workspaceId, automationId, day),
    keys.hourlyCounts(workspaceId, wholeWorkspace, day),
    keys.dailyCounts(workspaceId, automationId, month),
    keys.dailyCounts(workspaceId, wholeWorkspace, month),
  ];
}

/** Day of the month and hour (UTC), as the script takes them. */
export const countMoment = (atMs: number): string => iso(atMs).slice(8, 13);

export const dayOf = (atMs: number): string => iso(atMs).slice(0, 10);
export const monthOf = (atMs: number): string => iso(atMs).slice(0, 7);

const iso = (atMs: number) => new Date(atMs).toISOString();
