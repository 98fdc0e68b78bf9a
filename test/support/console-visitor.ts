/** A browser without scripts: it keeps cookies, follows no redirect and fills in the forms that it is shown. */
export function consoleVisitor(url: string) {
  const cookies = new Map<string, string>();

  async function ask(path: string, init: RequestInit = {}): Promise<{ response: Response; text: string }> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { accept: 'text/html', cookie, ...(init.headers as Record<string, string>) };
    const response = await fetch(`${url}${path}`, { redirect: 'manual', ...init, headers });
    for (const line of response.headers.getSetCookie()) keep(line);
    return { response, text: await response.text() };
  }

  function keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '') cookies.delete(name);
    else cookies.set(name, value);
  }

  const show = (path: string) => ask(path);

  /** Sends a form as it is, without what hidden fields of a page would add. */
  const post = (path: string, fields: Readonly<Record<string, string>> | URLSearchParams) =>
    ask(path, { method: 'POST', body: new URLSearchParams(fields) });

  /** Opens a page and sends its form from there, with the hidden fields that it carries. */
  async function submit(page: string, action: string, fields: Readonly<Record<string, string>>) {
    const { text } = await show(page);
    return await post(action, { csrf: csrfIn(text), ...fields });
  }

  const signIn = (token: string) => submit('/console/sign-in', '/console/sign-in', { token });
  return { show, post, submit, signIn, cookies };
}

export type ConsoleVisitor = ReturnType<typeof consoleVisitor>;

/** The token in the forms of a page; empty if it has none. */
export const csrfIn = (page: string): string => /name="csrf"\s+value="([^"]*)"/.exec(page)?.[1] ?? '';
