import type ValidatorModule from 'validator';
import { loadLibrary } from '../../load-library.ts';
import { vatRules } from './vat-rules.ts';

type Validator = typeof ValidatorModule;

/** `checked`: whether the check digits were looked at (`digits`), or the form alone. */
export interface VatCheck {
  readonly valid: boolean;
  readonly country?: string;
  readonly checked: 'form' | 'digits';
}

/** The library throws for a country that it does not know. */
function hasForm(validator: Validator, compact: string): boolean {
  try {
    return validator.isVAT(compact, compact.slice(0, 2) as never);
  } catch {
    return false;
  }
}

export async function checkVat(text: string): Promise<VatCheck> {
  const compact = text.toUpperCase().replaceAll(/[\s.-]/g, '');
  const country = compact.slice(0, 2);
  const body = compact.slice(2);
  const rule = Object.hasOwn(vatRules, country) ? vatRules[country] : undefined;
  if (rule === undefined) {
    const { default: validator } = await loadLibrary('validator', () => import('validator'));
    return hasForm(validator, compact)
      ? { valid: true, country, checked: 'form' }
      : { valid: false, checked: 'form' };
  }
  if (!rule.form.test(body)) return { valid: false, checked: 'form' };
  return rule.isRight(body)
    ? { valid: true, country, checked: 'digits' }
    : { valid: false, checked: 'digits' };
}
