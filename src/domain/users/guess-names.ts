export interface Names {
  firstName: string;
  lastName: string;
}

/** Guesses names from the local part of an address: `noa.levi@example.org` → Noa, Levi. */
export function guessNames(email: string): Names {
  const [local = ''] = email.split('@');
  const [firstName = '', ...others] = local
    .split(/[._-]+/)
    .filter(Boolean)
    .map(capitalised);
  return { firstName, lastName: others.join(' ') };
}

function capitalised(part: string): string {
  const [first = '', ...rest] = part;
  return first.toUpperCase() + rest.join('');
}
