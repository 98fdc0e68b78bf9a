/** The page of a workflow in the Temporal Web UI; null if the address of the Web UI is not set. */
export function createWorkflowUrl(uiUrl: string | undefined, namespace: string) {
  return function workflowUrl(workflowId: string, runId: string | null): string | null {
    if (uiUrl === undefined) return null;
    const workflow = `${uiUrl}/namespaces/${encodeURIComponent(namespace)}/workflows/${encodeURIComponent(workflowId)}`;
    return runId === null ? workflow : `${workflow}/${encodeURIComponent(runId)}/history`;
  };
}
