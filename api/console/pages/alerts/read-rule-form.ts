/** The body of an alert rule, as a form says it. The operation refuses a value that is missing or not a number. */
export function readRuleForm(form: URLSearchParams) {
  const text = (name: string) => (form.get(name) ?? '').trim();
  return {
    name: text('name'),
    automationId: text('automation') === '' ? null : text('automation'),
    condition: conditionIn(text),
    channel:
      text('channel') === 'email' ? { kind: 'email', to: text('to') } : { kind: 'webhook', url: text('url') },
  };
}

function conditionIn(text: (name: string) => string): object {
  const number = (name: string) => (text(name) === '' ? undefined : Number(text(name)));
  switch (text('condition')) {
    case 'failures':
      return { kind: 'failures', count: number('count'), minutes: number('minutes') };
    case 'silence':
      return { kind: 'silence', minutes: number('silence') };
    case 'shape_change':
      return { kind: 'shape_change' };
    case 'refused':
      return { kind: 'refused', count: number('refused'), minutes: number('refusedMinutes') };
    case 'held':
      return { kind: 'held', minutes: number('heldMinutes'), count: number('held') };
    default:
      return { kind: 'first_failure' };
  }
}
