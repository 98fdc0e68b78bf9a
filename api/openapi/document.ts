import { createDocument } from 'zod-openapi';

import { PdfInfo, PdfText } from '@reveille/pdf';
import { BlogPreview, HumanizerPreview } from '@reveille/tools';
import { Automation } from '#contracts/automation.ts';
import { Decision } from '#contracts/decision.ts';
import { DeliveryRecord } from '#capabilities/records.ts';
import { ActivityRow } from '#contracts/delivery.ts';
import { ErrorBody } from '#contracts/errors.ts';
import { OutboundRequest } from '#contracts/outbound.ts';
import { Policy } from '#contracts/policy.ts';
import { Cost, Money } from '#contracts/run.ts';
import { ToolResult } from '../operations/tool-result.ts';
import { TokenView } from '#contracts/token.ts';
import { Agent, WorkspaceView } from '#contracts/workspace.ts';
import type { ApiVersions } from '#domain/api-versions.ts';
import type { Operation } from '../operations/define-operation.ts';
import { eventWebhooks } from './event-webhooks.ts';
import { headerDefinitions } from './headers.ts';
import { introduction } from './introduction.ts';
import { pathItems } from './path-items.ts';

/** Named schemas of the document. */
const schemas = {
  Error: ErrorBody,
  Result: ToolResult,
  PdfText,
  PdfInfo,
  BlogPreview,
  HumanizerPreview,
  Automation,
  ActivityRow,
  DeliveryRecord,
  Cost,
  Money,
  Policy,
  Decision,
  Json: OutboundRequest.shape.body.unwrap(),
  Agent,
  Workspace: WorkspaceView,
  Token: TokenView,
};

interface DocumentDeps {
  readonly operations: readonly Operation[];
  readonly versions: ApiVersions;
  readonly publicUrl: string;
}

/** Builds the OpenAPI document of the service from its operations. */
export function createOpenApi({ operations, versions, publicUrl }: DocumentDeps) {
  const supported = versions.supported(new Date());
  return createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Reveille',
        summary: 'Webhooks that wake an agent',
        version: versions.current,
        description: introduction(supported),
      },
      servers: [{ url: publicUrl }],
      tags: [
        { name: 'Public API', description: 'For anyone, within the quota.' },
        { name: 'Webhooks', description: 'For senders.' },
        { name: 'Management', description: 'For the owner of a workspace.' },
        { name: 'Events', description: 'Posted to the targets of an owner.' },
        { name: 'Operator', description: 'For the operator of the service.' },
        { name: 'Service', description: 'For orchestrators and readers.' },
      ],
      paths: pathItems(operations, {
        hasRetired: versions.hasRetired(new Date()),
      }),
      webhooks: eventWebhooks(),
      components: {
        schemas,
        headers: headerDefinitions(),
        parameters: {
          ApiVersion: {
            name: 'API-Version',
            in: 'header',
            required: false,
            description: 'The current version when absent.',
            schema: { type: 'string', enum: supported },
          },
        },
        securitySchemes: {
          workspaceToken: {
            type: 'http',
            scheme: 'bearer',
            description: 'A token of a workspace; its role says what it may do.',
          },
          operatorToken: { type: 'http', scheme: 'bearer', description: 'ADMIN_TOKEN of the service.' },
        },
      },
    },
    // Responses may gain members: generated clients must not reject unknown ones.
    { override: ({ jsonSchema, io }) => void (io === 'output' && delete jsonSchema.additionalProperties) },
  );
}
