import { replaceSecrets } from './named-secret.ts';

const segmentCharsMin = 20;
const shownChars = 6;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Telegram: the number of the bot is public, what follows is its key. */
const botKey = /^(bot\d+(?::|%3a)).+/i;
/** In a name of words a capital begins each word; a random text changes case more often. */
const caseChangesMax = 4;

/** Names and dates, such as `report-2026-03-01.pdf`, are made of words and numbers; keys mix both. */
const isReadable = (segment: string): boolean =>
  segment.split(/[-_.~:@,+]/).every((part) => /^([a-z]*|[0-9]*)$/i.test(part)) &&
  (segment.match(/[a-z][A-Z]/g) ?? []).length <= caseChangesMax;

const isLikelySecret = (segment: string): boolean => {
  if (segment.length < segmentCharsMin) return false;
  const own = replaceSecrets(segment, () => '');
  return own.length >= segmentCharsMin && !uuid.test(own) && !isReadable(own);
};

/** A place of a named secret, as a URL writes its braces. */
const encodedPlace = /%7B%7B(secret\.[^/%{}]+)%7D%7D/gi;

/** A path of a URL with its places of secrets as they were written. */
export const withSecretPlaces = (path: string): string => path.replaceAll(encodedPlace, '{{$1}}');

/**
 * A path as records and summaries show it. Some APIs take their key in the path (`/bot<key>/sendMessage`, the hooks of chat
 * services): of a segment that looks like one only the beginning is kept.
 */
export const shownPath = (path: string): string =>
  withSecretPlaces(path)
    .split('/')
    .map((segment) => {
      const [, bot] = botKey.exec(segment) ?? [];
      if (bot !== undefined) return `${bot}…`;
      return isLikelySecret(segment) ? `${segment.slice(0, shownChars)}…` : segment;
    })
    .join('/');

/**
 * Host and path of a URL as summaries show them, without the query, which may contain data. Signs that Markdown reads as a
 * link or emphasis are percent-encoded.
 */
export function shownAddress(url: string): string {
  if (!URL.canParse(url)) return '(not a URL)';
  const { host, pathname } = new URL(url);
  const encode = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return `${host}${shownPath(pathname).replaceAll(/[[\]()!*<>`]/g, encode)}`;
}
