import type { ValidationIssue } from '../contract.js';

/** Keywords that only say that something inside of them failed. */
const WRAPPERS = new Set(['anyOf', 'oneOf', 'if', 'allOf', '$ref', '$dynamicRef', 'not', 'propertyNames']);

/** The faults that help to repair an input: without wrappers, without those of branches that its tag rules out. */
export function relevantIssues(issues: readonly ValidationIssue[]): ValidationIssue[] {
  const plain = withoutOtherBranches(issues).filter(({ keyword }) => !WRAPPERS.has(keyword));
  // "Matches more than one" has no faults inside, so the wrapper itself is told.
  return plain.length > 0 ? withoutEvidentTypes(plain) : [...issues];
}

/** A branch of a union that a property with listed values, its tag, rules out. */
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
  const told = withoutOtherTypes(issues, unions);
  const excluded = told.flatMap((issue) => excludedBy(issue, unions, told));
  const found = new Map<ValidationIssue, Excluded>();
  for (const issue of told) {
    const by = excluded.find((each) => isInside(issue, each));
    if (by !== undefined) found.set(issue, by);
  }
  // A place all of whose branches are ruled out has an unknown tag: the tags are what is told.
  const open = new Set(
    [...unions].filter((place) =>
      told.some((issue) => !WRAPPERS.has(issue.keyword) && isBelow(issue.instancePath, place) && !found.has(issue)),
    ),
  );
  const branchesAt = (place: string) =>
    new Set(excluded.filter((each) => each.place === place).map((each) => each.branch));
  return told.filter((issue) => {
    const by = found.get(issue);
    if (by === undefined) return true;
    if (open.has(by.place)) return false;
    // With nothing to choose from, the values are no tag.
    return by.tag === issue || branchesAt(by.place).size === 1;
  });
}

/** Branches for another JSON type than the value's say nothing where there is one for its own. */
function withoutOtherTypes(
  issues: readonly ValidationIssue[],
  unions: ReadonlySet<string>,
): readonly ValidationIssue[] {
  const isTypeOf = ({ keyword, instancePath }: ValidationIssue, place: string) =>
    keyword === 'type' && instancePath === place;
  const entered = new Set(
    [...unions].filter((place) =>
      issues.some(
        (issue) => !WRAPPERS.has(issue.keyword) && isBelow(issue.instancePath, place) && !isTypeOf(issue, place),
      ),
    ),
  );
  return issues.filter((issue) => !(entered.has(issue.instancePath) && isTypeOf(issue, issue.instancePath)));
}

const UNKNOWN = ['additionalProperty', 'unevaluatedProperty'];

function excludedBy(
  issue: ValidationIssue,
  unions: ReadonlySet<string>,
  issues: readonly ValidationIssue[],
): Excluded[] {
  if (issue.keyword !== 'const' && issue.keyword !== 'enum') return [];
  const at = issue.instancePath.lastIndexOf('/');
  const place = issue.instancePath.slice(0, at);
  const branch = /^(.*)\/properties\/[^/]+\/(?:const|enum)$/.exec(issue.schemaPath)?.[1];
  if (branch === undefined || !unions.has(place)) return [];
  // A property that another branch does not know is no tag of the union.
  const name = issue.instancePath
    .slice(at + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
  const isUnknown = issues.some(
    ({ instancePath, params }) => instancePath === place && UNKNOWN.some((param) => params[param] === name),
  );
  return isUnknown ? [] : [{ place, branch, tag: issue }];
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
