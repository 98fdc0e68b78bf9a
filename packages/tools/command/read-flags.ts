import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ToolError } from '../tool-error.ts';
import type { Tool } from '../tool.ts';

interface Property {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Property[];
}

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function propertiesOf(tool: Pick<Tool, 'params'>): Readonly<Record<string, Property>> {
  const schema = z.toJSONSchema(tool.params, { io: 'input' }) as { properties?: Record<string, Property> };
  return schema.properties ?? {};
}

function takes({ type, anyOf = [] }: Property, wanted: string): boolean {
  return [type].flat().includes(wanted) || anyOf.some((alternative) => takes(alternative, wanted));
}

/** Text params keep the text as written; other values are parsed as JSON if possible. */
function valueOf(property: Property, written: string): unknown {
  if (takes(property, 'string')) return written;
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}

function listOf(property: Property, written: readonly string[]): unknown {
  const [only = ''] = written;
  if (written.length === 1 && only.startsWith('[')) return valueOf(property, only);
  return written;
}

function readObject(json: string): object {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Reported below.
  }
  throw new ToolError('INVALID_REQUEST', '--params must be a JSON object, such as \'{"separator":","}\'.');
}

function unexpected(word: string): ToolError {
  return new ToolError('INVALID_REQUEST', `${JSON.stringify(word)} belongs to no flag.`, {
    hint: 'npm takes flags for itself unless they follow --: npm run -s tool -- split-text --separator ,',
  });
}

/**
 * Parses params from a command line: `--keep-empty` or `--keepEmpty` for `keepEmpty`, one flag per entry for a list, or
 * all of them as JSON in `--params`. Not validated here; the tool does that.
 */
export function readFlags(tool: Pick<Tool, 'params'>, args: readonly string[]): Record<string, unknown> {
  const properties = propertiesOf(tool);
  const nameOf = new Map(
    Object.keys(properties).flatMap((name) => [name, kebab(name)].map((flag) => [flag, name])),
  );
  const options = Object.fromEntries(
    [...nameOf].map(([flag, name]) => {
      const type = takes(properties[name] ?? {}, 'boolean') ? ('boolean' as const) : ('string' as const);
      return [flag, { type, multiple: takes(properties[name] ?? {}, 'array') }];
    }),
  );
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { params: { type: 'string' }, ...options },
    strict: false,
    allowPositionals: true,
  });
  const { params: json, ...flags } = values;
  // A word after an unknown flag belongs to that flag, which the tool will refuse.
  if (positionals[0] !== undefined && Object.keys(flags).every((flag) => nameOf.has(flag)))
    throw unexpected(positionals[0]);
  const params: Record<string, unknown> = typeof json === 'string' ? { ...readObject(json) } : {};
  for (const [flag, written] of Object.entries(flags)) {
    const name = nameOf.get(flag) ?? flag;
    const property = properties[name] ?? {};
    if (typeof written === 'string') params[name] = valueOf(property, written);
    else params[name] = Array.isArray(written) ? listOf(property, written.map(String)) : written;
  }
  return params;
}
