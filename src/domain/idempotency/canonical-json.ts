/** A JSON text in the one form of its value: without spaces, the names of each object sorted. */
export function canonicalJson(text: string): string {
  if (text === '') return text;
  const value: unknown = JSON.parse(text);
  try {
    return JSON.stringify(value, (_name, part: unknown) => (isObject(part) ? sortedByName(part) : part));
  } catch (error) {
    // Nested too deep to be written again.
    if (error instanceof RangeError) return text;
    throw error;
  }
}

function isObject(part: unknown): part is Record<string, unknown> {
  return typeof part === 'object' && part !== null && !Array.isArray(part);
}

// Without a prototype, so that the name `__proto__` is one like any other.
function sortedByName(part: Record<string, unknown>): Record<string, unknown> {
  const sorted: Record<string, unknown> = Object.create(null);
  for (const name of Object.keys(part).sort()) sorted[name] = part[name];
  return sorted;
}
