/** The attributes by which an operator can search for runs in the Temporal Web UI. */
export const searchAttributeNames = {
  workspaceId: 'WorkspaceId',
  automationId: 'AutomationId',
  deliveryId: 'DeliveryId',
  eventId: 'EventId',
  outcome: 'Outcome',
  reference: 'Reference',
} as const;
