/** The content of the form of a secret, as the API takes it. An empty value is none. */
export function readSecretForm(form: URLSearchParams) {
  const value = form.get('value') ?? '';
  const domains = (form.get('domains') ?? '').split(/[,\s]+/).filter((domain) => domain !== '');
  return { name: (form.get('name') ?? '').trim(), domains, ...(value === '' ? {} : { value }) };
}
