import { settingsPath } from '../settings/settings-path.ts';

export const eventsPath = `${settingsPath}/events`;

export const targetPath = (targetId: string): string => `${eventsPath}/${targetId}`;
