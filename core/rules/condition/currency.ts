import { isRecord } from '#domain/json-value.ts';
import type { DeliveryDocument } from '../document/delivery-document.ts';
import { followPath } from '../document/follow-path.ts';

/** The currency that stands beside a number: in the same object, else in the nearest one around it; null where none or two do. */
export function currencyBeside({ root }: DeliveryDocument, path: string): string | null {
  const names = path.split('.');
  for (let length = names.length - 1; length >= 0; length -= 1) {
    const around = length === 0 ? root : followPath(root, names.slice(0, length).join('.'));
    if (!isRecord(around)) continue;
    const found = new Set(
      Object.entries(around).flatMap(([name, value]) =>
        /currency/i.test(name) && typeof value === 'string' && /^[a-z]{3}$/i.test(value)
          ? [value.toUpperCase()]
          : [],
      ),
    );
    const [only] = found;
    if (only !== undefined) return found.size === 1 ? only : null;
  }
  return null;
}
