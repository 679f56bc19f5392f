import type { ToolModel } from '../lower/tool-model.js';
import type { ApiModel, TagModel } from '../model/api-model.js';
import type { ToolGroup } from './emit-input.js';
import { identifier } from './source/sink.js';
import { typeNameOf } from './types/type-names.js';

/** File names come from an alphabet of our own; the model stage promises it, here it is checked. */
const FILE_NAME = /^[a-z0-9][a-z0-9_-]{0,99}$/;

/**
 * Groups tools by the file of their first tag, in the order of the files' names: that of the document would move whole
 * groups when an operation comes first. Inside of a group the document's order stays. Groups without tools are left out.
 */
export function groupTools(api: ApiModel, tools: readonly ToolModel[]): ToolGroup[] {
  const byFile = new Map<string, ToolModel[]>();
  for (const tool of tools) {
    const { file } = tool.operation;
    const known = byFile.get(file);
    if (known === undefined) byFile.set(file, [tool]);
    else known.push(tool);
  }
  const tags = new Map(api.tags.map((tag): [string, TagModel] => [tag.file, tag]));
  const taken = new Set<string>();
  return [...byFile]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([file, members]) => {
      if (!FILE_NAME.test(file)) throw new Error(`Not a file name: ${JSON.stringify(file)}`);
      let typeName = typeNameOf(file);
      for (let count = 2; taken.has(typeName); count += 1) typeName = `${typeNameOf(file)}${count}`;
      taken.add(typeName);
      return { tag: tags.get(file) ?? { name: file, file }, typeName: identifier(typeName), tools: members };
    });
}
