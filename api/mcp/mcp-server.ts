import { createMcpHandler, McpServer, type ServerContext } from '@modelcontextprotocol/server';
import type { ParameterizedContext } from 'koa';
import { z } from 'zod';

import type { ApiVersions } from '#domain/api-versions.ts';
import { includesRole } from '#domain/role.ts';
import type { AuthorizedWorkspace } from '#store/token/tokens.ts';
import { type FaultDeps, refusalOf } from '../errors/refusal-of.ts';
import type { Operation } from '../operations/define-operation.ts';
import { countQuota, refuseOverQuota } from '../quota/middleware.ts';
import type { Caller, OperationCalls } from '../routing/call-operation.ts';
import { signalOf } from '../routing/read-request.ts';
import type { AppState } from '../state.ts';
import { callTool, type ToolCall } from './call-tool.ts';
import type { McpTool } from './mcp-tool.ts';
import { inputSchemaOf } from './tool-input.ts';
import { refusalResult, untrustedSays } from './tool-result.ts';
import { mcpTools } from './tools/index.ts';

export type McpDeps = FaultDeps &
  Parameters<typeof countQuota>[0] & {
    readonly versions: ApiVersions;
    /** Those that this process serves; a tool of another one is not there. */
    readonly operations: readonly Operation[];
    readonly callsOf: (caller: Caller) => OperationCalls;
  };

type Context = ParameterizedContext<AppState>;

const instructions = `Reveille runs automations on webhooks. ${untrustedSays} People decide approvals, allowed hosts and secrets elsewhere.`;

const Call = z.object({ method: z.literal('tools/call'), params: z.object({ name: z.string() }) });

/** Answers each request by a server of its own, which has the tools of its caller. */
export function createMcpServing(deps: McpDeps) {
  const [count, refuseOver] = [countQuota(deps), refuseOverQuota()];
  const tools = toolsOf(deps.operations);
  const publicNames = new Set(tools.filter(isPublic).map(({ tool }) => tool.name));

  function serverFor(ctx: Context): McpServer {
    const server = new McpServer({ name: 'reveille', version: deps.versions.current }, { instructions });
    for (const known of tools) {
      const { tool, operation, inputSchema } = known;
      if (!isPublic(known) && !mayUse(operation, ctx.state.workspace)) continue;
      const about = {
        title: operation.summary,
        description: descriptionOf(tool),
        inputSchema,
        annotations: { readOnlyHint: tool.changes !== true },
      };
      server.registerTool(tool.name, about, async (args, called) => {
        try {
          const call = { tool, operation, args, ...callerOf(ctx, deps, called) };
          return await refuseOver(ctx, () => callTool(call));
        } catch (error) {
          return refusalResult(refusalOf(ctx, error, deps), tool);
        }
      });
    }
    return server;
  }

  return async function serve(ctx: Context, request: Request, message: unknown): Promise<Response> {
    const call = Call.safeParse(message);
    if (call.success && publicNames.has(call.data.params.name)) await count(ctx, async () => undefined);
    const handler = createMcpHandler(() => serverFor(ctx), {
      // Nothing here changes while a client listens.
      maxSubscriptions: 0,
      onerror: (error) => deps.logger.debug({ error }, 'request to /mcp refused'),
    });
    return await handler.fetch(request, { parsedBody: message });
  };
}

interface KnownTool {
  readonly tool: McpTool;
  readonly operation: Operation;
  readonly inputSchema: ReturnType<typeof inputSchemaOf>;
}

function toolsOf(operations: readonly Operation[]): readonly KnownTool[] {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  return mcpTools.flatMap((tool) => {
    const operation = byId.get(tool.operation);
    return operation === undefined ? [] : [{ tool, operation, inputSchema: inputSchemaOf(operation, tool) }];
  });
}

const isPublic = ({ operation: { access } }: KnownTool): boolean => access === 'public';

const mayUse = ({ role = 'owner' }: Operation, workspace: AuthorizedWorkspace | undefined): boolean =>
  workspace !== undefined && includesRole(workspace.role, role);

const descriptionOf = ({ does, isUntrusted }: McpTool): string =>
  isUntrusted === true ? `${does} ${untrustedSays}` : does;

type CallerPart = Pick<ToolCall, 'calls' | 'signal' | 'tell'>;

function callerOf(ctx: Context, { callsOf }: McpDeps, { mcpReq }: ServerContext): CallerPart {
  const { workspace, client, requestId } = ctx.state;
  const signal = () => signalOf(ctx);
  const progressToken = mcpReq._meta?.progressToken;
  return {
    signal,
    calls: callsOf({
      via: 'mcp',
      requestId,
      signal,
      message: ctx.req,
      ...(client !== undefined && { client }),
      ...(workspace !== undefined && { workspace }),
    }),
    ...(progressToken !== undefined && {
      tell: (progress) =>
        mcpReq.notify({ method: 'notifications/progress', params: { progressToken, ...progress } }),
    }),
  };
}
