/** The letters of an avatar: the first of first and last name, otherwise of the address. */
export function initials(person: { firstName: string; lastName: string; email: string }): string {
  const letters = [person.firstName, person.lastName].map((name) => [...name.trim()][0] ?? '').join('');
  return (letters || person.email.slice(0, 1)).toUpperCase();
}
