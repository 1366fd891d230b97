import { listPeople, MOST_PEOPLE } from '../../src/domain/users/host.ts';
import type { Command } from './command.ts';
import { tableLines } from './words.ts';

export const users: Command = {
  usage: '[TEXT]',
  summary: 'List accounts, those whose address, name or id contains TEXT',
  details: [
    'The newest first: address, name, role, status, last sign-in, id.',
    `At most ${MOST_PEOPLE} are listed.`,
  ],
  options: {},
  words: { least: 0, most: 1 },
  async run({ words: [text = ''], print, note, withDatabase }) {
    const { people, areMore } = await withDatabase((context) => listPeople(context, text));
    for (const line of tableLines(people.map(cellsOf))) print(line);
    if (people.length === 0) note('No account.');
    if (areMore) note(`There are more than these ${MOST_PEOPLE}: search for a text.`);
    return 0;
  },
};

type Person = Awaited<ReturnType<typeof listPeople>>['people'][number];

function cellsOf(person: Person): string[] {
  return [
    person.email,
    withoutControls(`${person.first_name} ${person.last_name}`.trim()),
    person.role,
    statusOf(person),
    person.last_login?.slice(0, 10) ?? 'never signed in',
    person.id,
  ];
}

function statusOf({ restrictions, email_verified }: Person): string {
  const status = ['deleted', 'blocked'].find((candidate) => restrictions.some((kind) => kind === candidate));
  if (status) return status;
  if (restrictions.length > 0) return 'restricted';
  return email_verified === 1 ? 'active' : 'not verified';
}

// Control characters in a name would move a terminal's cursor.
function withoutControls(name: string): string {
  return name.replace(/\p{Cc}/gu, ' ');
}
