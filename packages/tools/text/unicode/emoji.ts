/**
 * A whole emoji: flags, keycaps, joined sequences, skin tones. Follows the grammar of Unicode's TR 51
 * instead of its list of sequences, which would take a hundred times as long.
 */
export const emoji =
  /\p{Regional_Indicator}{2}|[#*\d]\uFE0F\u20E3|\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}|\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0F]?(?:\u200D\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0F]?)+|(?!\p{Regional_Indicator})\p{Emoji_Presentation}[\p{Emoji_Modifier}\uFE0F]?|\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0F]/gu;
