/** The revision of an automation whose English a model is asked to read. */
export interface ProposalRef {
  readonly workspaceId: string;
  readonly automationId: string;
  readonly revision: number;
}
