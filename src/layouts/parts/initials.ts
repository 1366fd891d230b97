import { beginningOf } from '../../domain/letters.ts';

/** The letters of an avatar: the first of first and last name, otherwise of the address. */
export function initials(person: { firstName: string; lastName: string; email: string }): string {
  const letters = [person.firstName, person.lastName].map((name) => beginningOf(name.trim(), 1)).join('');
  return (letters || beginningOf(person.email, 1)).toUpperCase();
}
