import type { FamilyFiles, LoadFile } from './family-files.ts';
import { loadLibrary } from './load-library.ts';
import { nearest } from './nearest.ts';
import type { Resolve } from './pipeline.ts';
import { resolveCall, type ResolvedCall } from './resolve-call.ts';
import type { Tool, ToolFamily } from './tool.ts';
import { codes } from './families/codes.ts';
import { data } from './families/data.ts';
import { texts } from './families/texts.ts';
import { values } from './families/values.ts';

/** Every family, in the order of the catalogue. A file is loaded when one of its tools runs, or all at once. */
const familyFiles: readonly FamilyFiles[] = [...texts, ...codes, ...data, ...values];

export interface TextTools {
  /** In the order of the catalogue. */
  readonly families: readonly ToolFamily[];
  readonly findTool: (id: string) => Tool | undefined;
  /** The tool of an id or of another name for it, with its params; undefined if there is none. */
  readonly findCall: (id: string, params: unknown) => ResolvedCall | undefined;
  /** `otherIds`: ids of tools that run elsewhere. */
  readonly nearestToolIds: (written: string, otherIds?: readonly string[]) => readonly string[];
  /** The number of the file that defines a tool, for `loadTool`. */
  readonly fileOf: (tool: Tool) => number;
}

const files: readonly LoadFile[] = familyFiles.flatMap(({ files }) => files);

async function loadFile(number: number): Promise<readonly Tool[]> {
  const load = files[number];
  if (load === undefined) throw new Error(`There is no file of tools with the number ${number}.`);
  const { tools } = await loadLibrary(`file ${number}`, () => load(resolve));
  return tools;
}

/** Loads the file of a tool and what it imports, and nothing else: for a thread that runs few of the tools. */
export async function loadTool(file: number, id: string): Promise<Tool> {
  const tool = (await loadFile(file)).find((candidate) => candidate.id === id);
  if (tool === undefined) throw new Error(`File ${file} has no tool ${id}.`);
  return tool;
}

export async function loadTextTools(): Promise<TextTools> {
  return await loadLibrary('every tool', loadEveryFile);
}

/** A step of a pipeline may be any tool. */
const resolve: Resolve = async (id, params) => (await loadTextTools()).findCall(id, params);

async function loadEveryFile(): Promise<TextTools> {
  const loaded = await Promise.all(files.map((_, number) => loadFile(number)));
  const tools = loaded.flatMap((list, file) => list.map((tool) => ({ tool, file })));
  const byId = new Map(tools.map(({ tool }) => [tool.id, tool]));
  const fileNumbers = new Map(tools.map(({ tool, file }) => [tool, file]));
  const families = familyFiles.map(({ id, title, files: own }) => ({
    id,
    title,
    tools: own.flatMap((load) => loaded[files.indexOf(load)] ?? []),
  }));
  return {
    families,
    findTool: (id) => byId.get(id),
    findCall: (id, params) => resolveCall(byId, id, params),
    nearestToolIds: (written, otherIds = []) => nearest(written, [...byId.keys(), ...otherIds], 3),
    fileOf: (tool) => fileNumbers.get(tool) ?? -1,
  };
}
