export const settingsPath = '/console/settings';
