import type { ValidationIssue } from '../contract.js';

/** Keywords that only say that something inside of them failed. */
const WRAPPERS = new Set(['anyOf', 'oneOf', 'if', 'allOf', '$ref', '$dynamicRef', 'not', 'propertyNames']);

/** The faults that help to repair an input: without wrappers, without those of branches that its tag rules out. */
export function relevantIssues(issues: readonly ValidationIssue[]): ValidationIssue[] {
  const plain = withoutOtherBranches(issues).filter(({ keyword }) => !WRAPPERS.has(keyword));
  // "Matches more than one" has no faults inside, so the wrapper itself is told.
  return plain.length > 0 ? withoutEvidentTypes(plain) : [...issues];
}

/** A branch of a union that a constant property, its tag, rules out. */
interface Excluded {
  /** Place of the union's value. */
  readonly place: string;
  /** Where the branch stands in the schema. */
  readonly branch: string;
  readonly tag: ValidationIssue;
}

function withoutOtherBranches(issues: readonly ValidationIssue[]): readonly ValidationIssue[] {
  const unions = new Set(
    issues.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf').map(({ instancePath }) => instancePath),
  );
  if (unions.size === 0) return issues;
  const excluded = issues.flatMap((issue) => excludedBy(issue, unions));
  const found = new Map<ValidationIssue, Excluded>();
  for (const issue of issues) {
    const by = excluded.find((each) => isInside(issue, each));
    if (by !== undefined) found.set(issue, by);
  }
  // A place all of whose branches are ruled out has an unknown tag: the tags are what is told.
  const open = new Set(
    [...unions].filter((place) =>
      issues.some((issue) => !WRAPPERS.has(issue.keyword) && isBelow(issue.instancePath, place) && !found.has(issue)),
    ),
  );
  return issues.filter((issue) => {
    const by = found.get(issue);
    return by === undefined || (by.tag === issue && !open.has(by.place));
  });
}

function excludedBy(issue: ValidationIssue, unions: ReadonlySet<string>): Excluded[] {
  if (issue.keyword !== 'const') return [];
  const place = issue.instancePath.slice(0, issue.instancePath.lastIndexOf('/'));
  const branch = /^(.*)\/properties\/[^/]+\/const$/.exec(issue.schemaPath)?.[1];
  return branch !== undefined && unions.has(place) ? [{ place, branch, tag: issue }] : [];
}

function isInside({ instancePath, schemaPath }: ValidationIssue, { place, branch }: Excluded): boolean {
  return schemaPath.startsWith(`${branch}/`) && isBelow(instancePath, place);
}

function isBelow(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}

/** Listed values tell the type as well. */
function withoutEvidentTypes(issues: readonly ValidationIssue[]): ValidationIssue[] {
  const parentOf = ({ schemaPath, instancePath }: ValidationIssue) =>
    `${instancePath} ${schemaPath.slice(0, schemaPath.lastIndexOf('/'))}`;
  const listed = new Set(issues.filter(({ keyword }) => keyword === 'enum' || keyword === 'const').map(parentOf));
  return issues.filter((issue) => issue.keyword !== 'type' || !listed.has(parentOf(issue)));
}
