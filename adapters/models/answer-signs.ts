/**
 * Signs in the words of an answer that it is none: no fact tells of a run that is expected to send nothing whether it did
 * its work. They are certain rather than complete: an answer that is taken for something else than it is costs a turn, or
 * fails a run that did its work.
 */

const apology =
  "(?:(?:i['’]?m|i am) (?:very |really |so )?(?:sorry|afraid)|sorry|i apologi[sz]e|unfortunately)[^.!?]{0,40}?[,.:;!]?\\s*(?:but\\s+)?";
const unwilling =
  "(?:as an ai[^,.]{0,60},?\\s*)?i\\s+(?:can['’]?t|cannot|can not|could ?n['’]t|won['’]t|will not|am (?:not able|unable) to|must decline to|have to decline to|decline to)|(?:as an ai[^,.]{0,60},?\\s*)?i['’]m (?:not able|unable) to";
const service =
  '(?:help|assist|comply|fulfil+|engage|participate|do (?:that|this)|continue with|process (?:that|this) request)';

const refusals = [
  new RegExp(`^(?:${apology})?(?:${unwilling})\\s+(?:you\\s+)?${service}\\b`, 'i'),
  /^(?:es )?tut mir leid,? (?:aber )?(?:ich|dabei|damit) kann (?:ich )?(?:dir |ihnen |dabei |damit )*nicht (?:helfen|weiterhelfen)/i,
  /^(?:je suis )?d[ée]sol[ée],? (?:mais )?je ne (?:peux|puis) pas (?:vous |t['’])?(?:aider|faire)/i,
  /^lo siento,? (?:pero )?no puedo (?:ayudar|hacer)/i,
];

const quoted = /```[^]*?```|"[^"]*"|“[^”]*”|«[^»]*»|`[^`]*`/g;

/** Says nothing of its own at the end of an answer. */
const filler =
  /^(?:please (?:wait|stand by|hold on|bear with me)|one moment|just a moment|stand by|hold on|thank you|thanks|here (?:we|i) go|let['’]?s go|okay|ok|great|sure)\b[^.!?]{0,20}[.!…]*$/i;

/** The markup that a model puts around its words. */
const markup = /^(?:[*_#>\-\s]|\d+[.)]\s)+|[*_]+/g;

/** The last sentence of an answer that says something, without what it quotes. */
function lastSentence(text: string): string {
  const sentences = text
    .trim()
    .replaceAll(quoted, '""')
    .split(/(?<=[.!?…])\s+|\n+/)
    .map((sentence) => sentence.replaceAll(markup, '').trim())
    .filter((sentence) => /\p{L}/u.test(sentence));
  return sentences.findLast((sentence) => !filler.test(sentence)) ?? '';
}

const verb =
  'send|post|call|make|fetch|get|retrieve|request|submit|create|update|delete|check|look|read|forward|notify|proceed|start|begin|do|perform|execute|use|issue|query';
const opening =
  '(?:(?:ok(?:ay)?|sure|certainly|great|understood|alright|now|next|first|then|so)(?: step)?[,.!:]?\\s+)*';
const will =
  "(?:i(?:['’]ll| will| shall)|i(?:['’]m| am)(?: now)? going to|i(?:['’]m| am) about to|let me|let us|let['’]s|i (?:need|have) to)";
const intention = new RegExp(
  `^${opening}${will}(?: now| next| then| first| also| just)*(?: go ahead and| try to| proceed to| continue to)?(?: now)?\\s+(?:${verb})\\b`,
  'i',
);
/** "Sending the order now." */
const ongoing =
  /^(?:i(?:['’]m| am) )?(?:now |currently )?(?:sending|posting|calling|making|fetching|submitting|requesting|retrieving)\b[^.!?]*\b(?:now|request|to the api)\b|^(?:now|next),? (?:sending|posting|calling|making|fetching|submitting|requesting|retrieving)\b/i;

const question =
  /\b(?:should|shall|may|can|could|must|do) i\b|\b(?:do|would|could|can|will|did) you\b|^(?:which|what|where|who|whom|how|when|please)\b/i;

/** The answer refuses to do the work. */
export const isRefusal = (text: string): boolean => refusals.some((sign) => sign.test(text.trim()));

/** It ends with what is going to be done. */
export function isAnnouncement(text: string): boolean {
  const last = lastSentence(text);
  return intention.test(last) || ongoing.test(last);
}

/** It ends with a question to the owner, who cannot answer. */
export function isQuestion(text: string): boolean {
  const last = lastSentence(text);
  return last.endsWith('?') && question.test(last);
}

const failureWords =
  /\b(?:fail\w*|errors?|refus\w+|reject\w+|den(?:y|ied)|forbidden|unauthori[sz]ed|not allowed|unable|unsuccessful\w*|unavailable|timed? ?out|could ?n['’]?t|could not|cannot|can['’]?t|was ?n['’]t|was not|were not|did ?n['’]t|did not|has not|already|conflict|duplicate|not found|nothing was sent)\b/i;

/** It speaks of something that went wrong. */
export const namesFailure = (text: string): boolean => failureWords.test(text);
