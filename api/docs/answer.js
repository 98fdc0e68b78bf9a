// Renders a response as DOM elements. Its content is never parsed as HTML.

const shownHeaders = [
  'content-type',
  'content-disposition',
  'api-version',
  'ratelimit-policy',
  'ratelimit',
  'retry-after',
  'allow',
  'pdf-warnings',
  'x-request-id',
];

/** Longer text is truncated on the page; the download has all of it. */
const longestText = 50_000;

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children.filter((child) => child !== null));
  return made;
}

const code = (text, className = '') => element('pre', { textContent: text, className, tabIndex: 0 });

function folded(title, content) {
  return element('details', {}, element('summary', { textContent: title }), content);
}

/** The response: body first, then headers and the request itself, both collapsed. */
export async function answerElements(response, { durationMs, curl }) {
  const rest = [
    folded('Headers', code(headerText(response))),
    curl === null ? null : folded('As a command', code(curl)),
  ];
  return [statusLine(response, durationMs), ...(await bodyElements(response)), ...rest].filter(
    (part) => part !== null,
  );
}

/** Shown when no response arrived. */
export function failureElements(error) {
  return [
    element(
      'div',
      { className: 'refusal' },
      element('p', {}, element('strong', { textContent: 'The request was not answered.' })),
      element('p', { textContent: `Is the service still running? (${error.message})` }),
    ),
  ];
}

function statusLine(response, durationMs) {
  return element(
    'p',
    { className: 'status-line' },
    element('b', {
      className: `status s${String(response.status)[0]}`,
      textContent: `${response.status} ${response.statusText}`.trim(),
    }),
    element('span', { textContent: `${Math.round(durationMs)} ms` }),
    quotaOf(response.headers),
  );
}

/** How many requests the reader has left, if the response says so. */
function quotaOf(headers) {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
    headers.get(`ratelimit-${name}`),
  );
  if (remaining === null) return null;
  const minutes = Math.ceil(Number(reset) / 60);
  return element('span', {
    className: 'quota',
    textContent: `${grouped(remaining)} of ${grouped(limit)} requests left, full again in ${minutes} min`,
  });
}

const grouped = (number) => Number(number).toLocaleString('en');

function headerText({ headers }) {
  return shownHeaders
    .filter((name) => headers.has(name))
    .map((name) => `${name}: ${headers.get(name)}`)
    .join('\n');
}

async function bodyElements(response) {
  const type = response.headers.get('content-type') ?? '';
  if (response.status === 204) return [element('p', { className: 'about', textContent: 'No body.' })];
  if (!/json|text/.test(type)) return [download(await response.blob(), fileName(response))];
  const text = await response.text();
  if (!/json/.test(type)) return shownText(text, fileName(response), type);
  const value = parsed(text);
  if (!response.ok && typeof value?.message === 'string')
    return [refusal(value), folded('JSON', code(pretty(value)))];
  if (typeof value?.result === 'string')
    return [
      ...shownText(value.result, 'result.txt', 'text/plain'),
      folded('JSON', code(pretty(value).slice(0, longestText))),
    ];
  return shownText(value === undefined ? text : pretty(value), 'answer.json', type);
}

function refusal({ message, hint, code: name }) {
  return element(
    'div',
    { className: 'refusal' },
    element('p', {}, element('strong', { textContent: message })),
    element('p', { textContent: hint }),
    element('p', {}, element('code', { textContent: name })),
  );
}

function shownText(text, name, type) {
  if (text.length <= longestText) return [code(text, 'result')];
  const note = `The first ${longestText.toLocaleString('en')} of ${text.length.toLocaleString('en')} characters:`;
  return [
    download(new Blob([text], { type }), name),
    element('p', { className: 'about', textContent: note }),
    code(text.slice(0, longestText), 'result'),
  ];
}

/** A link that saves the response body. */
function download(blob, name) {
  const link = element('a', { href: URL.createObjectURL(blob), download: name, className: 'download' });
  link.textContent = `Save ${name} (${sizeOf(blob)})`;
  return element('p', {}, link);
}

/** Revokes the object URLs of downloads that are about to be removed from the page. */
export function forget(answer) {
  for (const { href } of answer.querySelectorAll('a.download')) URL.revokeObjectURL(href);
}

function fileName({ headers }) {
  return /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'answer';
}

const sizeOf = ({ size }) => (size < 10_000 ? `${size} bytes` : `${Math.round(size / 1000)} kB`);

const pretty = (value) => JSON.stringify(value, null, 2);

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
