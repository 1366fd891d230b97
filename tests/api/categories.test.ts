import { beforeAll, describe, expect, test } from 'vitest';
import { createTestApp } from '../support/app.ts';
import { forEachEngine } from '../support/databases.ts';
import { categoriesOf, createMember, type Member } from '../support/members.ts';

interface Category {
  id: string;
  name: string;
  localized_name: { en: string; he: string };
  type: 'expense' | 'income';
  language: string;
  icon: string;
  color: string;
  description: string | null;
  is_default: boolean;
  is_archived: boolean;
  usage: string;
  transaction_count: number;
}

forEachEngine((engine) => {
  const testApp = createTestApp(engine);
  let member: Member;

  beforeAll(async () => {
    member = await createMember(testApp);
  });

  const post = (body: unknown, as = member, headers?: Record<string, string>) =>
    testApp.call<{ category: Category }>('POST', '/categories', { as, body, headers });

  describe('POST /categories', () => {
    test('makes a category and derives what is missing from its name', async () => {
      const { status, data } = await post({ name: '  Coffee beans ', type: 'expense' });
      expect(status).toBe(201);
      expect(data.category).toEqual({
        id: expect.stringMatching(/^[\w-]{1,40}$/),
        name: 'Coffee beans',
        localized_name: { en: 'Coffee beans', he: 'Coffee beans' },
        type: 'expense',
        language: 'en',
        icon: 'Coffee',
        color: '#B45309',
        description: null,
        is_default: false,
        is_archived: false,
        usage: 'unused',
        transaction_count: 0,
      });
      expect((await categoriesOf(testApp, member)).map(({ id }) => id)).toContain(data.category.id);
    });

    test('keeps the look and description that it is given, and knows Hebrew when it reads it', async () => {
      const given = { icon: 'Gem', color: '#123abc', description: 'כל השאר' };
      const { data } = await post({ name: 'שונות', type: 'income', ...given });
      expect(data.category).toMatchObject({ ...given, language: 'he', type: 'income' });
    });

    test.each([
      [{ type: 'expense' }, 'name', 'New category requires a non-empty name'],
      [{ name: ' ', type: 'expense' }, 'name', 'New category requires a non-empty name'],
      [{ name: null, type: 'expense' }, 'name', 'New category requires a non-empty name'],
      [{ name: 7, type: 'expense' }, 'name', 'This must be text'],
      [{ name: 'x'.repeat(101), type: 'expense' }, 'name', 'A name cannot exceed 100 characters'],
      [{ name: 'New' }, 'type', 'Type must be expense or income'],
      [{ name: 'New', type: 'gift' }, 'type', 'Type must be expense or income'],
      [{ name: 'New', type: 'income', color: 'red' }, 'color', 'Choose a color from the list'],
      [{ name: 'New', type: 'income', color: '#12345g' }, 'color', 'Choose a color from the list'],
      [{ name: 'New', type: 'income', icon: '<svg>' }, 'icon', 'Choose an icon from the list'],
      [
        { name: 'New', type: 'income', description: 'x'.repeat(256) },
        'description',
        'Description cannot exceed 255 characters',
      ],
    ])('refuses %j and names %s', async (body, field, message) => {
      const { status, error } = await post(body);
      expect([status, error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(error.details).toEqual([{ field, message }]);
    });

    test('says in Hebrew what is wrong to whoever reads Hebrew', async () => {
      const reader = await createMember(testApp, { locale: 'he' });
      const { error } = await post({ name: '', type: 'expense' }, reader);
      expect(error.details).toEqual([{ field: 'name', message: 'לקטגוריה חדשה צריך לתת שם' }]);
    });

    test('takes a name once a type, whatever its case and spaces', async () => {
      expect((await post({ name: 'Board Games', type: 'expense' })).status).toBe(201);
      for (const name of ['Board Games', 'board games', ' BOARD   GAMES ', 'Ｂoard games']) {
        const { status, error } = await post({ name, type: 'expense' });
        expect([status, error.code], name).toEqual([409, 'CATEGORY_EXISTS']);
      }
      expect((await post({ name: 'board games', type: 'income' })).status).toBe(201);
      expect((await post({ name: 'Board Games', type: 'expense' }, await createMember(testApp))).status).toBe(
        201,
      );
    });

    test('the names of defaults are taken in both languages', async () => {
      for (const name of ['groceries', 'קניות בסופר']) {
        expect((await post({ name, type: 'expense' })).error.code).toBe('CATEGORY_EXISTS');
      }
      expect((await post({ name: 'Groceries', type: 'income' })).status).toBe(201);
    });

    test('no name is mistaken for the key of a default', async () => {
      expect((await post({ name: 'default:groceries', type: 'expense' })).status).toBe(201);
    });

    test('of many who make the same at once, one makes it', async () => {
      const replies = await Promise.all(
        Array.from({ length: 6 }, () => post({ name: 'All at once', type: 'expense' })),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    });

    test('the same Idempotency-Key makes one category and gives the first answer again', async () => {
      const body = { name: 'Once only', type: 'expense' };
      const key = { 'idempotency-key': 'a-new-category' };
      const first = await post(body, member, key);
      const second = await post(body, member, key);
      expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
      expect(second.headers.get('idempotency-replayed')).toBe('true');
      expect((await post({ ...body, name: 'Other' }, member, key)).error.code).toBe('IDEMPOTENCY_CONFLICT');
    });
  });
});
