import type { GeneratedTool } from './tool-report.js';

/** A tag and its tools together. A tool counts for its first tag only, so that tags add up to the set. */
export interface TagReport {
  readonly tag: string;
  readonly tools: number;
  readonly strict: number;
  /** Share of the fields of its tools that the grammar guards, 0 to 1. */
  readonly guarded: number;
  /** Estimate, as for a tool. */
  readonly tokens: number;
}

/** The tag a tool counts for; one without tags is in `default`. */
export function tagOf({ tags }: Pick<GeneratedTool, 'tags'>): string {
  return tags[0] ?? 'default';
}

/** The tools by tag, in the order in which tags first appear. */
export function groupByTag(tools: readonly GeneratedTool[]): ReadonlyMap<string, readonly GeneratedTool[]> {
  const groups = new Map<string, GeneratedTool[]>();
  for (const tool of tools) {
    const group = groups.get(tagOf(tool));
    if (group) group.push(tool);
    else groups.set(tagOf(tool), [tool]);
  }
  return groups;
}

export function reportTags(tools: readonly GeneratedTool[]): TagReport[] {
  return [...groupByTag(tools)].map(([tag, members]) => ({
    tag,
    tools: members.length,
    strict: members.filter(({ strict }) => strict).length,
    guarded: guardedShare(members),
    tokens: members.reduce((sum, { tokens }) => sum + tokens, 0),
  }));
}

/** Share of the fields of all tools that the grammar guards, to two digits. A set without fields is guarded as a whole. */
export function guardedShare(tools: readonly GeneratedTool[]): number {
  const fields = tools.reduce((sum, { cost }) => sum + cost.fields, 0);
  const guarded = tools.reduce((sum, { cost }) => sum + cost.fields * cost.guarded, 0);
  return fields === 0 ? 1 : Math.round((guarded / fields) * 100) / 100;
}
