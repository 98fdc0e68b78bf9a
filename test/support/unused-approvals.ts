const unused = () => Promise.reject(new Error('not asked'));

/** For requests that no policy lets wait for an approval. */
export const unusedApprovals = {
  approvals: { ask: unused, find: unused, look: unused },
  approvedRequests: { start: unused },
  eventTelling: { runWaiting: unused },
};
