// Where two values differ. Only the second script has it.

/** The paths, as dotted text, at which two values differ; `limit` bounds the work. */
export function differences(before: unknown, after: unknown, path = "", found = new Set<string>(), limit = 500): Set<string> {
  if (before === after || found.size >= limit) return found;
  const both = typeof before === "object" && typeof after === "object" && before !== null && after !== null;
  if (!both || Array.isArray(before) !== Array.isArray(after)) {
    found.add(path);
    return found;
  }
  const one = before as Record<string, unknown>;
  const other = after as Record<string, unknown>;
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
    differences(one[key], other[key], path === "" ? key : `${path}.${key}`, found, limit);
  return found;
}
