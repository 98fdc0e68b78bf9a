import type { IOptions } from 'sanitize-html';
import { overLimit } from '../../refuse.ts';
import { loadLibrary } from '../../load-library.ts';

/** Deeper documents take the converters seconds, or overflow their stack. */
const htmlDepthMax = 200;

/** Refuses HTML that nests too deeply, before anything recurses into it. */
export async function assertHtmlDepth(html: string, depthMax = htmlDepthMax): Promise<void> {
  const { Parser } = await loadLibrary('htmlparser2', () => import('htmlparser2'));
  let depth = 0;
  let isTooDeep = false;
  const parser = new Parser({
    onopentag: () => {
      depth += 1;
      if (depth > depthMax) isTooDeep = true;
    },
    onclosetag: () => {
      depth -= 1;
    },
  });
  parser.end(html);
  if (isTooDeep) throw overLimit(`The HTML is nested deeper than ${depthMax} elements.`);
}

const allowedTags = [
  'h1 h2 h3 h4 h5 h6 p br hr div span section article header footer main aside nav address',
  'blockquote pre code ul ol li dl dt dd figure figcaption details summary',
  'a abbr b strong i em u s del ins mark small sub sup kbd samp var q cite dfn time bdi bdo ruby rb rp rt wbr img input',
  'table caption colgroup col thead tbody tfoot tr th td',
].flatMap((names) => names.split(' '));

/** Elements of plain documents; none that run code, load frames or style the surrounding page. */
const policy: IOptions = {
  allowedTags,
  allowedAttributes: {
    '*': ['title', 'lang', 'dir'],
    a: ['href'],
    img: ['src', 'alt', 'width', 'height'],
    ol: ['start', 'reversed'],
    time: ['datetime'],
    input: [{ name: 'type', multiple: false, values: ['checkbox'] }, 'checked', 'disabled'],
    th: ['colspan', 'rowspan', 'scope', 'align'],
    td: ['colspan', 'rowspan', 'align'],
    code: ['class'],
  },
  allowedClasses: { code: ['language-*'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  exclusiveFilter: ({ tag, attribs }) => tag === 'input' && attribs['type'] !== 'checkbox',
};

export async function sanitizeHtml(html: string): Promise<string> {
  await assertHtmlDepth(html);
  const { default: sanitize } = await loadLibrary('sanitize-html', () => import('sanitize-html'));
  return sanitize(html, policy);
}
