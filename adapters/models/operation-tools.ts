import { operationNameOf } from '#apis/names.ts';
import type { TurnInput } from '#capabilities/agent-turn.ts';
import type { CapabilityCall } from '#capabilities/calls.ts';
import { capabilities } from '#capabilities/index.ts';
import type { OfferedOperation } from '#contracts/api.ts';

export type OffersApis = Pick<TurnInput, 'operations'>;

/** The name of a tool, such as `github_issues-create`: no API has `_` in its name, and some providers allow no dot. */
const toolOf = (name: string): string => name.replace('.', '_');

/** The tool that a call was asked for by. */
export const toolNameOf = ({ name, operation }: Pick<CapabilityCall, 'name' | 'operation'>): string =>
  operation === undefined ? name : toolOf(operation.name);

/** The operations that a turn is offered, by the names of their tools; none has that of a capability. */
export function operationsIn({ operations = [] }: OffersApis): ReadonlyMap<string, OfferedOperation> {
  const byTool = new Map(operations.map((one) => [toolOf(operationNameOf(one)), one]));
  for (const { name } of capabilities) byTool.delete(name);
  return byTool;
}
