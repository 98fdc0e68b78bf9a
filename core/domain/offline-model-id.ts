/** The id of the offline rules, which act for an agent where no model is configured. */
export const offlineModelId = 'offline/rules-1';
