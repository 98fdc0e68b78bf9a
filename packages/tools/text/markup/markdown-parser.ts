import { Lexer, marked, Tokenizer } from 'marked';

const mayStartLink = /^(?:https?|ftp|www)/i;

/** The run that the rule of plain text looks for at every character: a run of letters and signs with an @ behind. */
const addressAhead = /\|(?:\[[^\]]*\])?\(\?=\[[^\]]*\]\+@\)/g;

export const withoutAddresses = (rule: RegExp): RegExp =>
  new RegExp(rule.source.replaceAll(addressAhead, ''), rule.flags);

/** Does not look for mail addresses: in a long run of letters and signs that takes quadratic time. */
class QuickTokenizer extends Tokenizer {
  #isPrepared = false;

  override url(src: string) {
    return mayStartLink.test(src) ? super.url(src) : undefined;
  }

  override inlineText(src: string) {
    if (!this.#isPrepared) {
      const { inline } = this.rules;
      this.rules = { ...this.rules, inline: { ...inline, text: withoutAddresses(inline.text) } };
      this.#isPrepared = true;
    }
    return super.inlineText(src);
  }
}

/** The tokenizer for one call of the parser: a quick one for a text without addresses, else null, which stands for its own. */
export const tokenizerFor = (text: string): Tokenizer | null =>
  text.includes('@') ? null : new QuickTokenizer();

export { Lexer, marked };
