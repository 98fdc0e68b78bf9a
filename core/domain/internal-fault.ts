/** The type of the failure of a run's workflow that failed by a fault of the service; its detail is the ending. */
export const internalFault = 'InternalFault';
