// Builds a request (URL, headers, body) from a form.

/**
 * `body` is JSON text, form data or null; `json` is the JSON text, if there is one.
 * Inputs are named `place:name`: path, query, header, member (of a JSON body), part (of form data), picture.
 */
export async function requestOf(form) {
  const { method, tool, token } = form.dataset;
  const query = new URLSearchParams();
  const headers = token === undefined ? {} : { Authorization: `Bearer ${tokenInput().value}` };
  const members = {};
  const parts = new FormData();
  let path = form.dataset.path;
  let json = null;
  const places = {
    path: (name, { value }) => (path = path.replace(`{${name}}`, encodeURIComponent(value))),
    query: (name, { value }) => value !== '' && query.set(name, value),
    header: (name, { value }) => value !== '' && (headers[name] = value),
    body: (_, { value }) => (json = value),
    part: (name, input) => valuesOf(input).forEach((value) => parts.append(name, value)),
    member: (name, input) => {
      const value = memberOf(input);
      if (value !== undefined && !(name in members)) members[name] = value;
    },
    picture: async (name, { files }) => {
      if (files.length > 0) members[name] = await dataUrlOf(files[0]);
    },
  };
  for (const input of form.elements) {
    const [place, name] = input.name?.split(':') ?? [];
    await places[place]?.(name, input);
  }
  const has = (place) => form.querySelector(`[name^="${place}:"]`) !== null;
  if (tool !== undefined) json = jsonText({ tool, params: members });
  else if (has('member')) json = jsonText(members);
  if (json !== null) headers['Content-Type'] = 'application/json';
  const search = query.size > 0 ? `?${query}` : '';
  return { method, path: path + search, headers, json, body: has('part') ? parts : json };
}

/** The one of the page. */
export const tokenInput = () => document.querySelector('#token');

const jsonText = (value) => JSON.stringify(value, null, 2);

/** The value of a JSON member; undefined if it is left out. */
function memberOf({ value, dataset: { kind, empty } }) {
  if (value === '' && empty === undefined) return undefined;
  if (kind === 'number') return value.trim() === '' || Number.isNaN(Number(value)) ? value : Number(value);
  if (kind === 'boolean') return value === 'true';
  if (kind === 'lines') return value.split('\n').filter((line) => line !== '');
  if (kind === 'quoted') return value.startsWith('"') ? parsed(value) : value;
  return kind === 'json' ? parsed(value) : value;
}

/** Text that is not valid JSON is taken as a string. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function valuesOf({ type, value, files }) {
  if (type === 'file') return [...files];
  return value === '' ? [] : [value];
}

async function dataUrlOf(file) {
  const reader = new FileReader();
  const read = new Promise((resolve, reject) => {
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
  });
  reader.readAsDataURL(file);
  return await read;
}

const longestCommand = 4_000;

/** The same request as a curl command; null when it would be too long to read. */
export function curlOf({ method, path, headers, json, body }, origin) {
  const words = ['curl'];
  if (method !== 'GET' && !(method === 'POST' && body !== null)) words.push(`-X ${method}`);
  words.push(quoted(origin + path));
  for (const [name, value] of Object.entries(headers)) {
    words.push(`-H ${quoted(`${name}: ${name === 'Authorization' ? 'Bearer <token>' : value}`)}`);
  }
  if (json !== null) words.push(`-d ${quoted(json)}`);
  if (body instanceof FormData)
    for (const [name, value] of body)
      words.push(`-F ${quoted(`${name}=${value instanceof File ? `@${value.name}` : value}`)}`);
  const command = words.join(' \\\n  ');
  return command.length > longestCommand ? null : command;
}

const quoted = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
