import { createDocument } from 'zod-openapi';

import { BlogPreview, type Catalogue, HumanizerPreview, PdfInfo, PdfText } from '@reveille/tools';
import { Automation } from '../../contracts/automation.ts';
import { Decision } from '../../contracts/decision.ts';
import { DeliveryRecord } from '../../capabilities/records.ts';
import { ActivityRow } from '../../contracts/delivery.ts';
import { ErrorBody } from '../../contracts/errors.ts';
import { OutboundRequest } from '../../contracts/outbound.ts';
import { Policy } from '../../contracts/policy.ts';
import { Cost, Money } from '../../contracts/run.ts';
import { ToolResult } from '../../contracts/tool.ts';
import { Agent, WorkspaceView } from '../../contracts/workspace.ts';
import type { ApiVersions } from '../../domain/api-versions.ts';
import { headerDefinitions } from './headers.ts';
import { introduction } from './introduction.ts';
import type { Part } from './operation.ts';
import { automationOperations } from './operations/automations.ts';
import { chatOperations } from './operations/chat.ts';
import { deliveryOperations } from './operations/deliveries.ts';
import { fileOperations } from './operations/files.ts';
import { hookOperations } from './operations/hooks.ts';
import { networkAccessOperations } from './operations/network-access.ts';
import { serviceOperations } from './operations/service.ts';
import { skillOperations } from './operations/skills.ts';
import { toolOperations } from './operations/tools.ts';
import { waitlistOperations } from './operations/waitlist.ts';
import { workspaceOperations } from './operations/workspaces.ts';
import { pathItems } from './path-items.ts';

/** Shapes that have a name of their own in the document. */
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
};

const partOrder: readonly Part[] = ['public', 'hooks', 'manage', 'operator', 'service'];

export interface DocumentDeps {
  readonly catalogue: Catalogue;
  readonly versions: ApiVersions;
  readonly publicUrl: string;
}

/** The reference of the whole service but its console, from the schemas that validate it. */
export function createOpenApi({ catalogue, versions, publicUrl }: DocumentDeps) {
  const operations = [
    ...toolOperations(catalogue),
    ...fileOperations,
    ...skillOperations,
    ...waitlistOperations,
    ...hookOperations,
    ...workspaceOperations,
    ...automationOperations,
    ...deliveryOperations,
    ...networkAccessOperations,
    ...chatOperations,
    ...serviceOperations,
  ].toSorted((a, b) => partOrder.indexOf(a.part) - partOrder.indexOf(b.part));
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
        { name: 'Operator', description: 'For whoever runs the service.' },
        { name: 'Service', description: 'For orchestrators and readers.' },
      ],
      paths: pathItems(operations, {
        hasRetired: versions.hasRetired(new Date()),
      }),
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
          workspaceToken: { type: 'http', scheme: 'bearer', description: 'The token of a workspace.' },
          operatorToken: { type: 'http', scheme: 'bearer', description: 'ADMIN_TOKEN of the service.' },
        },
      },
    },
    // Members may be added to answers: a client that refuses unknown ones would break then.
    { override: ({ jsonSchema, io }) => void (io === 'output' && delete jsonSchema.additionalProperties) },
  );
}
