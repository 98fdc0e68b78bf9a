const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
const plain = (text: string) =>
  text.replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? '');

const attribute = (tag: string, name: string) => {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : plain(value);
};

/** The fields of the form with this id as a browser without scripts would send them. */
export function formIn(page: string, id: string): URLSearchParams {
  const form = new RegExp(`<form id="${id}"[\\s\\S]*?</form>`).exec(page)?.[0] ?? '';
  const sent = new URLSearchParams();
  const fields = /(<input\b[^>]*>)|(<(?:select|textarea)\b[^>]*>)([\s\S]*?)<\/(select|textarea)>/g;
  for (const [, input, other, content = '', kind] of form.matchAll(fields)) {
    const opening = input ?? other ?? '';
    const name = attribute(opening, 'name');
    if (name === undefined) continue;
    const isLeftOut = attribute(opening, 'type') === 'checkbox' && !/\schecked/.test(opening);
    const option = /<option\b[^>]*\sselected[^>]*>/.exec(content) ?? /<option\b[^>]*>/.exec(content);
    if (kind === 'select') sent.append(name, attribute(option?.[0] ?? '', 'value') ?? '');
    else if (kind === 'textarea') sent.append(name, plain(content.replace(/^\n/, '')));
    else if (!isLeftOut) sent.append(name, attribute(opening, 'value') ?? '');
  }
  return sent;
}

/** The values of the buttons named `do` of a page, by the text that they begin with. */
export const buttonsIn = (page: string): readonly string[] =>
  [...page.matchAll(/<button\b[^>]*\sname="do"[^>]*>/g)].map(([tag]) => attribute(tag, 'value') ?? '');
