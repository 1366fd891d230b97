/** Adds sources to a content security policy, directive by directive; one that was not there keeps our own origin. */
export function widened(policy: string, sources: Record<string, string>): string {
  const directives = policy
    .split(';')
    .map((directive) => directive.trim())
    .filter(Boolean);
  for (const [name, source] of Object.entries(sources)) {
    const at = directives.findIndex((directive) => directive.split(/\s/)[0] === name);
    if (at === -1) directives.push(`${name} 'self' ${source}`);
    else directives[at] += ` ${source}`;
  }
  return directives.join('; ');
}
