/**
 * How a workflow fails whose delivery was never stored; the type of the failure at Temporal. It did nothing, and only
 * such a one may be started again under the same id.
 */
export const neverStored = 'NeverStored';

/** Sent to a run that waits for the record of its delivery, once that is stored. */
export const recordStoredSignal = 'recordStored';
