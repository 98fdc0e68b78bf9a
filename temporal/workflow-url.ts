/** Where an operator sees a workflow in the Temporal Web UI; null where its address is not known. */
export function createWorkflowUrl(uiUrl: string | undefined, namespace: string) {
  return function workflowUrl(workflowId: string, runId: string | null): string | null {
    if (uiUrl === undefined) return null;
    const workflow = `${uiUrl}/namespaces/${encodeURIComponent(namespace)}/workflows/${encodeURIComponent(workflowId)}`;
    return runId === null ? workflow : `${workflow}/${encodeURIComponent(runId)}/history`;
  };
}
