/** The rules engine that thinks for an agent where no model is configured. */
export const offlineModelId = 'offline/rules-1';
