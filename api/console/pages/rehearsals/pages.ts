import { cancelFromPage, saveRehearsed, showRehearsal } from './rehearsal-page.ts';
import { rehearsalsPage, startFromForm } from './start-page.ts';

export const rehearsalPages = [
  rehearsalsPage,
  startFromForm,
  showRehearsal,
  cancelFromPage,
  saveRehearsed,
] as const;
