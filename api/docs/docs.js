// The page reads without this script; it sends the forms, filters the tools and takes examples over.

const shownHeaders = [
  'content-type',
  'api-version',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'content-disposition',
  'x-request-id',
];

/** The request that a filled-in form stands for. */
function requestOf(form) {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  const headers = new Headers();
  const parts = new FormData();
  let body = null;
  for (const [name, value] of new FormData(form)) {
    const [place, field] = name.split(':');
    if (place === 'path') path = path.replace(`{${field}}`, encodeURIComponent(value));
    if (place === 'query' && value !== '') query.set(field, value);
    if (place === 'header' && value !== '') headers.set(field, value);
    if (place === 'field' && !(value instanceof File && value.size === 0)) parts.append(field, value);
    if (place === 'token' && typeof value === 'string') headers.set('Authorization', `Bearer ${value}`);
    if (place === 'body') {
      body = value;
      headers.set('Content-Type', 'application/json');
    }
  }
  if (form.querySelector('[name^="field:"]')) body = parts;
  const search = query.size > 0 ? `?${query}` : '';
  return new Request(path + search, { method: form.dataset.method, headers, body });
}

/** An answer as text: status, the headers worth reading, and the body. */
async function answerText(response) {
  const lines = shownHeaders
    .filter((name) => response.headers.has(name))
    .map((name) => `${name}: ${response.headers.get(name)}`);
  const type = response.headers.get('content-type') ?? '';
  const text = /json|text/.test(type) ? await response.text() : `(${(await response.blob()).size} bytes)`;
  return [`${response.status} ${response.statusText}`, ...lines, '', pretty(text)].join('\n');
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

async function send(form) {
  const output = form.querySelector('output');
  const shown = document.createElement('pre');
  output.replaceChildren(shown);
  output.hidden = false;
  shown.textContent = 'Sending …';
  try {
    shown.textContent = await answerText(await fetch(requestOf(form)));
  } catch (error) {
    shown.textContent = `Not sent: ${error.message}`;
  }
}

document.addEventListener('submit', (event) => {
  event.preventDefault();
  void send(event.target);
});

document.addEventListener('click', (event) => {
  if (!event.target.matches('button.use')) return;
  const example = event.target.closest('.tool').querySelector('.request').textContent;
  const section = document.querySelector('#invokeTool');
  section.querySelector('.try').open = true;
  section.querySelector('textarea').value = example;
  section.querySelector('.try').scrollIntoView();
});

document.querySelector('#tool-filter').addEventListener('input', (event) => {
  const words = event.target.value.toLowerCase().split(/\s+/);
  for (const tool of document.querySelectorAll('.tool')) {
    const text = tool.querySelector('summary').textContent.toLowerCase();
    tool.hidden = !words.every((word) => text.includes(word));
  }
  for (const family of document.querySelectorAll('.family')) {
    family.hidden = !family.querySelector('.tool:not([hidden])');
  }
});
