import { beforeAll, describe, expect, test } from 'vitest';
import type { PresentedCategory as Category } from '../../src/domain/categories/list.ts';
import { forEachApp } from '../support/app.ts';
import { categoriesOf, createMember, type Member, record } from '../support/members.ts';
import { expectStoredTotals } from '../support/stored-totals.ts';

forEachApp((testApp, engine) => {
  const { once } = engine;
  let member: Member;

  beforeAll(async () => {
    member = await createMember(testApp);
  });

  const post = (body: unknown, as = member, headers?: Record<string, string>) =>
    testApp.call<{ category: Category }>('POST', '/categories', { as, body, headers });

  describe('POST /categories', () => {
    once('creates a category and derives missing fields from its name', async () => {
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
        is_hidden: false,
        usage: 'unused',
        transaction_count: 0,
        updated_at: expect.any(String),
      });
      expect((await categoriesOf(testApp, member)).map(({ id }) => id)).toContain(data.category.id);
    });

    once('stores the given appearance and description, and recognises Hebrew', async () => {
      const given = { icon: 'Gem', color: '#123abc', description: 'כל השאר' };
      const { data } = await post({ name: 'שונות', type: 'income', ...given });
      expect(data.category).toMatchObject({ ...given, language: 'he', type: 'income' });
    });

    once.each([
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

    once('returns messages in the person’s Hebrew', async () => {
      const reader = await createMember(testApp, { locale: 'he' });
      const { error } = await post({ name: '', type: 'expense' }, reader);
      expect(error.details).toEqual([{ field: 'name', message: 'לקטגוריה חדשה צריך לתת שם' }]);
    });

    test('accepts a name once per type, whatever its case and spaces', async () => {
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

    once('a name that an archived category has is refused, and the message says where that is', async () => {
      const { data } = await post({ name: 'Obsidian', type: 'expense' });
      const { id } = (data as { category: { id: string } }).category;
      await testApp.call('PUT', `/categories/${id}`, { as: member, body: { is_archived: true } });
      const { error } = await post({ name: 'obsidian', type: 'expense' });
      expect(error.code).toBe('CATEGORY_EXISTS');
      expect(error.details).toEqual([
        {
          field: 'name',
          message: 'An archived category has this name. Restore that one, or choose another name',
        },
      ]);
    });

    once('the names of defaults are taken in both languages', async () => {
      for (const name of ['groceries', 'קניות בסופר']) {
        expect((await post({ name, type: 'expense' })).error.code).toBe('CATEGORY_EXISTS');
      }
      expect((await post({ name: 'Groceries', type: 'income' })).status).toBe(201);
    });

    once('a name equal to the key of a default does not conflict with it', async () => {
      expect((await post({ name: 'default:groceries', type: 'expense' })).status).toBe(201);
    });

    test('of many concurrent requests for the same name, one creates it', async () => {
      const replies = await Promise.all(
        Array.from({ length: 6 }, () => post({ name: 'All at once', type: 'expense' })),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    });

    once('the same Idempotency-Key creates one category and returns the first answer again', async () => {
      const body = { name: 'Once only', type: 'expense' };
      const key = { 'idempotency-key': 'a-new-category' };
      const first = await post(body, member, key);
      const second = await post(body, member, key);
      expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
      expect(second.headers.get('idempotency-replayed')).toBe('true');
      expect((await post({ ...body, name: 'Other' }, member, key)).error.code).toBe('IDEMPOTENCY_CONFLICT');
    });
  });

  const create = async (body: Record<string, unknown>, as = member): Promise<Category> => {
    const { status, data, text } = await post({ type: 'expense', ...body }, as);
    expect(status, text).toBe(201);
    return data.category;
  };
  const change = (id: string, body: unknown, as = member) =>
    testApp.call<{ category: Category }>('PUT', `/categories/${id}`, { as, body });
  const remove = (id: string, query = '', body?: unknown, as = member) =>
    testApp.call<{ deleted_count: number; moved_count: number }>('DELETE', `/categories/${id}${query}`, {
      as,
      body,
    });
  const listed = async (query = '', as = member) =>
    (await testApp.call<{ categories: Category[] }>('GET', `/categories${query}`, { as })).data.categories;
  const found = async (query: string, as = member) => (await listed(query, as)).map(({ name }) => name);

  describe('GET and PUT /categories/{id}', () => {
    once('returns one with the number of its transactions', async () => {
      const { id } = await create({ name: 'Counted' });
      await record(testApp, member, { category_id: id });
      await record(testApp, member, { category_id: id });
      const { data } = await testApp.call<{ category: Category }>('GET', `/categories/${id}`, { as: member });
      expect(data.category).toMatchObject({ id, name: 'Counted', usage: 'active', transaction_count: 2 });
    });

    test('changes the given fields and leaves the rest', async () => {
      const made = await create({ name: 'Before', description: 'kept' });
      const first = await change(made.id, { name: ' אחרי ', color: '#EC4899' });
      expect(first.data.category).toEqual({
        ...made,
        name: 'אחרי',
        localized_name: { en: 'אחרי', he: 'אחרי' },
        language: 'he',
        color: '#EC4899',
        updated_at: expect.any(String),
      });
      const second = await change(made.id, { icon: 'Gem', description: '', type: 'income' });
      expect(second.data.category).toMatchObject({
        name: 'אחרי',
        icon: 'Gem',
        description: null,
        type: 'income',
      });
    });

    once('refuses invalid values and names that are taken, and then changes nothing', async () => {
      const made = await create({ name: 'Unchanged' });
      await create({ name: 'Taken' });
      for (const [body, status, field, message] of [
        [{ name: ' ' }, 400, 'name', 'A category needs a name'],
        [{ color: 'blue', name: 'New name' }, 400, 'color', 'Choose a color from the list'],
        [{ type: 'other' }, 400, 'type', 'Type must be expense or income'],
        [{ is_archived: 'perhaps' }, 400, 'is_archived', 'This value is not valid'],
        [{ name: 'TAKEN' }, 409, 'name', 'A category with this name and type already exists'],
        [{ name: 'Restaurants' }, 409, 'name', 'A category with this name and type already exists'],
      ] as const) {
        const reply = await change(made.id, body);
        expect([reply.status, reply.error.details]).toEqual([status, [{ field, message }]]);
      }
      expect(await found('?user_only=true')).toContain('Unchanged');
    });

    test('can change the case of its own name', async () => {
      const { id } = await create({ name: 'own name' });
      expect((await change(id, { name: 'Own  Name' })).data.category.name).toBe('Own  Name');
    });

    once.each(['%00', 'a%00b', '%2e%2e', 'x'.repeat(5000), '%F0%9F%98%80'])(
      'returns 404 for the id %s',
      async (id) => {
        expect((await change(id, { name: 'Odd' })).status).toBe(404);
        expect((await remove(id)).status).toBe(404);
        expect((await testApp.call('GET', `/categories/${id}/analytics`, { as: member })).status).toBe(404);
      },
    );

    once('refuses another type while there are transactions', async () => {
      const { id } = await create({ name: 'In use' });
      await record(testApp, member, { category_id: id });
      const { status, error } = await change(id, { type: 'income', name: 'Renamed' });
      expect([status, error.code]).toEqual([409, 'CATEGORY_IN_USE']);
      expect((await change(id, { type: 'expense', name: 'Renamed' })).data.category.name).toBe('Renamed');
    });

    once(
      'a default stays one when its appearance changes, and becomes an own category when its name does',
      async () => {
        const someone = await createMember(testApp);
        const [first] = await listed('', someone);
        const looked = await change(first?.id ?? '', { name: 'קניות בסופר', color: '#000000' }, someone);
        expect(looked.data.category).toMatchObject({ name: 'Groceries', is_default: true, color: '#000000' });
        const named = await change(first?.id ?? '', { name: 'Food at home' }, someone);
        expect(named.data.category).toMatchObject({ name: 'Food at home', is_default: false });
        expect((await post({ name: 'Groceries', type: 'expense' }, someone)).status).toBe(201);
      },
    );

    once('is archived and restored by is_archived', async () => {
      const { id } = await create({ name: 'Set aside' });
      expect((await change(id, { isArchived: true })).data.category.is_archived).toBe(true);
      expect(await found('')).not.toContain('Set aside');
      expect(await found('?archived=true')).toContain('Set aside');
      expect((await change(id, { is_archived: false })).data.category.is_archived).toBe(false);
      expect(await found('')).toContain('Set aside');
    });
  });

  describe('DELETE /categories/{id}', () => {
    const categoryOf = async (id: string) =>
      (
        await testApp.call<{ transaction: { category_id: string | null } }>('GET', `/transactions/${id}`, {
          as: member,
        })
      ).data.transaction.category_id;

    test('leaves its transactions without a category', async () => {
      const { id } = await create({ name: 'Goes' });
      const { id: transaction } = await record(testApp, member, { category_id: id });
      const { status, data } = await remove(id);
      expect([status, data]).toEqual([
        200,
        { deleted_count: 1, moved_count: 1, undo_id: expect.any(String) },
      ]);
      expect(await categoryOf(transaction)).toBeNull();
      expect((await testApp.call('GET', `/categories/${id}`, { as: member })).status).toBe(404);
      expect((await remove(id)).status).toBe(404);
      await expectStoredTotals(engine, member);
    });

    once.each(['query', 'body'])('moves its transactions to the category named in the %s', async (where) => {
      const from = await create({ name: `From ${where}` });
      const into = await create({ name: `Into ${where}` });
      const { id: transaction } = await record(testApp, member, { category_id: from.id });
      await record(testApp, member, { category_id: into.id, amount: '0.01' });
      const reply =
        where === 'query'
          ? await remove(from.id, `?moveTo=${into.id}`)
          : await remove(from.id, '', { move_to: into.id });
      expect(reply.data).toEqual({ deleted_count: 1, moved_count: 1, undo_id: expect.any(String) });
      expect(await categoryOf(transaction)).toBe(into.id);
      await expectStoredTotals(engine, member);
    });

    test('moves back what an undone edit had put in its place', async () => {
      const own = await createMember(testApp);
      const make = async (name: string) => (await post({ name, type: 'expense' }, own)).data.category.id;
      const [first, second, into] = [await make('First'), await make('Second'), await make('Into')];
      const row = await record(testApp, own, { amount: 5, categoryId: first });
      const path = `/transactions/expense/${row.id}`;
      const call = async (method: string, to: string, body?: object) => {
        const { status, data } = await testApp.call<{ undo_id: string }>(method, to, {
          as: own,
          ...(body && { body }),
        });
        expect(status).toBe(200);
        return data.undo_id;
      };
      const edited = await call('PUT', path, { categoryId: second });
      const deleted = await call('DELETE', `/categories/${first}?moveTo=${into}`);
      const place = async () => {
        const to = `/transactions/${row.id}`;
        const { data } = await testApp.call<{ transaction: { category_id: string } }>('GET', to, { as: own });
        return data.transaction.category_id;
      };
      await call('POST', '/transactions/restore', { undo_id: edited });
      expect(await place()).toBe(into);
      await call('POST', '/transactions/restore', { undo_id: deleted });
      expect(await place()).toBe(first);
    });

    once(
      'refuses a target that is missing, of the other type or itself, and then deletes nothing',
      async () => {
        const { id } = await create({ name: 'Stays' });
        const { id: income } = await create({ name: 'Stays', type: 'income' });
        const stranger = await createMember(testApp);
        const foreign = (await categoriesOf(testApp, stranger))[0]?.id ?? '';
        for (const [target, status, message] of [
          [income, 400, 'Choose a category of the same type'],
          [id, 400, 'Choose a category other than the one you are deleting'],
          ['0197a000-0000-7000-8000-000000000000', 404, 'This category no longer exists. Choose another one'],
          [foreign, 404, 'This category no longer exists. Choose another one'],
        ] as const) {
          const reply = await remove(id, `?moveTo=${target}`);
          expect([reply.status, reply.error.details]).toEqual([status, [{ field: 'moveTo', message }]]);
        }
        expect((await testApp.call('GET', `/categories/${id}`, { as: member })).status).toBe(200);
      },
    );

    once('hides a default for this person alone, until it is restored', async () => {
      const [one, other] = [await createMember(testApp), await createMember(testApp)];
      const id = (await listed('?type=income', one))[0]?.id ?? '';
      expect((await remove(id, '', undefined, one)).status).toBe(200);
      expect(await found('?archived=true', one)).not.toContain('Salary');
      expect(await found('', other)).toContain('Salary');
      expect((await change(id, { name: 'Wages' }, one)).status).toBe(404);
      const hidden = (await listed('?hidden=true', one)).find((category) => category.id === id);
      expect(hidden).toMatchObject({ name: 'Salary', is_default: true, is_hidden: true });
      expect((await change(id, { is_archived: false }, one)).status).toBe(200);
      expect(await found('', one)).toContain('Salary');
    });

    once('a hidden default whose name has been taken cannot be restored', async () => {
      const someone = await createMember(testApp);
      const id = (await listed('?type=income', someone))[0]?.id ?? '';
      await remove(id, '', undefined, someone);
      await create({ name: 'salary', type: 'income' }, someone);
      const { status, error } = await change(id, { is_archived: false }, someone);
      expect([status, error.code]).toEqual([409, 'CATEGORY_EXISTS']);
    });
  });

  describe('GET /categories', () => {
    test('filters by type and includes defaults, own and archived ones as requested', async () => {
      const someone = await createMember(testApp);
      const own = await create({ name: 'Mine' }, someone);
      expect((await listed('', someone)).length).toBe(29);
      expect((await listed('?type=income', someone)).length).toBe(8);
      expect((await listed('?defaults_only=true', someone)).length).toBe(28);
      expect(await found('?userOnly=true', someone)).toEqual(['Mine']);
      await change(own.id, { is_archived: true }, someone);
      expect(await found('?user_only=1', someone)).toEqual([]);
      expect(await found('?user_only=true&archived=true', someone)).toEqual(['Mine']);
    });

    once('names defaults in the language of the person', async () => {
      const reader = await createMember(testApp, { locale: 'he' });
      expect((await listed('', reader))[0]).toMatchObject({
        name: 'קניות בסופר',
        language: 'he',
        localized_name: { en: 'Groceries', he: 'קניות בסופר' },
      });
    });
  });

  test('GET /categories/search finds every word in either language, matches at the beginning first', async () => {
    const someone = await createMember(testApp);
    await create({ name: 'Old car', description: 'the red one' }, someone);
    const search = async (q: string) => {
      const path = `/categories/search?q=${encodeURIComponent(q)}`;
      const { data } = await testApp.call<{ categories: Category[] }>('GET', path, { as: someone });
      return data.categories.map(({ name }) => name);
    };
    expect(await search('CAR')).toEqual(['Car and fuel', 'Old car']);
    expect(await search('red car')).toEqual(['Old car']);
    expect(await search('דלק')).toEqual(['Car and fuel']);
    expect(await search('100%')).toEqual([]);
    expect(await search('')).toHaveLength(29);
  });

  describe('GET /categories/suggestions', () => {
    const suggest = async (query: Record<string, string>, as: Member) =>
      (
        await testApp.call<{ suggestions: { category_name: string; confidence: number }[] }>(
          'GET',
          `/categories/suggestions?${new URLSearchParams(query)}`,
          { as },
        )
      ).data.suggestions;
    const names = async (query: Record<string, string>, as: Member) =>
      (await suggest(query, as)).map(({ category_name }) => category_name);

    test('recognises common words of both languages without any history', async () => {
      const newcomer = await createMember(testApp);
      expect(await suggest({ description: 'Starbucks coffee' }, newcomer)).toEqual([
        { category_id: expect.any(String), category_name: 'Coffee and snacks', confidence: 1 },
      ]);
      expect(await names({ description: 'רמי לוי' }, newcomer)).toEqual(['Groceries']);
      expect(await names({ description: 'present', type: 'income' }, newcomer)).toEqual(['Gifts received']);
      expect(await names({ description: '' }, newcomer)).toEqual([]);
    });

    once('puts the person’s earlier choices before those by common words', async () => {
      const [someone, other] = [await createMember(testApp), await createMember(testApp)];
      const all = await categoriesOf(testApp, someone);
      const idOf = (name: string) => all.find((category) => category.name === name)?.id;
      for (const day of ['2026-06-01', '2026-06-02'])
        await record(testApp, someone, {
          description: 'Starbucks',
          category_id: idOf('Gifts and donations'),
          date: day,
        });
      await record(testApp, someone, {
        description: 'starbucks airport',
        category_id: idOf('Travel and holidays'),
      });
      expect(await suggest({ description: 'STARBUCKS' }, someone)).toEqual([
        { category_id: idOf('Gifts and donations'), category_name: 'Gifts and donations', confidence: 0.72 },
        { category_id: idOf('Travel and holidays'), category_name: 'Travel and holidays', confidence: 0.58 },
        { category_id: idOf('Coffee and snacks'), category_name: 'Coffee and snacks', confidence: 0.5 },
      ]);
      expect(await names({ description: 'Starbucks' }, other)).toEqual(['Coffee and snacks']);
      expect(await names({ description: '' }, someone)).toEqual([]);
      expect(await names({ amount: '-2000' }, someone)).toEqual(['Rent and housing']);
    });

    once('suggests none that is hidden, archived or of another type', async () => {
      const someone = await createMember(testApp);
      const coffee = (await listed('', someone)).find(({ name }) => name === 'Coffee and snacks');
      await record(testApp, someone, { description: 'Espresso', category_id: coffee?.id });
      expect(await names({ description: 'espresso', type: 'income' }, someone)).toEqual([]);
      await change(coffee?.id ?? '', { is_archived: true }, someone);
      expect(await names({ description: 'espresso' }, someone)).toEqual([]);
    });

    once('refuses an invalid amount by its field', async () => {
      const { status, error } = await testApp.call('GET', '/categories/suggestions?amount=x', { as: member });
      expect([status, error.details]).toEqual([
        400,
        [{ field: 'amount', message: 'Amount must be a valid number' }],
      ]);
    });
  });

  describe('analytics', () => {
    interface Analytics {
      category_id: string;
      category_name: string;
      monthly: { month: string; amount: number; count: number }[];
      [field: string]: unknown;
    }

    once('have the figures of each category, from its transactions alone', async () => {
      const someone = await createMember(testApp);
      const [groceries, housing] = await categoriesOf(testApp, someone);
      const spend = (date: string, amount: string, description: string) =>
        record(testApp, someone, { category_id: groceries?.id, date, amount, description });
      await spend('2025-12-31', '99.00', 'Too long ago');
      await spend('2026-01-01', '10.00', 'Bread');
      await spend('2026-02-10', '10.00', 'Bread');
      await record(testApp, someone, { date: '2026-03-10' });
      await spend('2026-04-10', '20.00', 'Milk');
      await spend('2026-05-10', '20.01', 'Bread');
      await spend('2026-06-15', '0.02', 'Milk');
      await spend('2026-06-20', '5.00', 'Not yet');
      const one = await testApp.call<Analytics>('GET', `/categories/${groceries?.id}/analytics`, {
        as: someone,
      });
      const fields = {
        category_id: groceries?.id,
        category_name: 'Groceries',
        total_amount: 60.03,
        totalAmount: 60.03,
        transaction_count: 5,
        transactionCount: 5,
        averageAmount: 12.01,
        trend: 'increasing',
        lastTransactionDate: '2026-06-15',
        usageCount: 7,
        usage: 'active',
        usage_pattern: null,
        commonDescriptions: ['Bread', 'Milk'],
        monthly: [
          { month: '2026-01', amount: 10, count: 1 },
          { month: '2026-02', amount: 10, count: 1 },
          { month: '2026-03', amount: 0, count: 0 },
          { month: '2026-04', amount: 20, count: 1 },
          { month: '2026-05', amount: 20.01, count: 1 },
          { month: '2026-06', amount: 0.02, count: 1 },
        ],
      };
      expect(one.data).toMatchObject({ months: 6, ...fields });
      const all = await testApp.call<{ categories: Analytics[] }>('GET', '/categories/analytics', {
        as: someone,
      });
      expect(all.data.categories).toHaveLength(28);
      expect(all.data.categories[0]).toMatchObject(fields);
      expect(all.data.categories.find(({ category_id }) => category_id === housing?.id)).toMatchObject({
        total_amount: 0,
        transaction_count: 0,
        averageAmount: 0,
        trend: null,
        lastTransactionDate: null,
        usageCount: 0,
        usage: 'unused',
        commonDescriptions: [],
      });
    });

    test('have a trend of the months since the first use', async () => {
      const someone = await createMember(testApp);
      const [groceries] = await categoriesOf(testApp, someone);
      const analytics = async () =>
        (await testApp.call<Analytics>('GET', `/categories/${groceries?.id}/analytics`, { as: someone }))
          .data;
      const trend = async () => (await analytics()).trend;
      const dates = ['2026-04-10', '2026-05-10'];
      for (const date of dates)
        await record(testApp, someone, { category_id: groceries?.id, date, amount: '10.00' });
      // Two transactions are too few to compare halves.
      expect(await analytics()).toMatchObject({ trend: null, trend_reason: 'few_months' });
      // Until now the records began in April.
      for (const month of ['2025-11', '2025-12', '2026-01', '2026-02', '2026-03'])
        await record(testApp, someone, { date: `${month}-03` });
      expect(await analytics()).toMatchObject({ trend: null, trend_reason: 'few_transactions' });
      for (const date of dates)
        await record(testApp, someone, { category_id: groceries?.id, date, amount: '10.00' });
      expect(await analytics()).toMatchObject({ trend: 'stable', trend_reason: null });
      await record(testApp, someone, { category_id: groceries?.id, date: '2025-11-10', amount: '10.00' });
      expect(await trend()).toBe('increasing');
    });

    once('cover the requested number of months', async () => {
      const { data } = await testApp.call<{ months: number; categories: Analytics[] }>(
        'GET',
        '/categories/analytics?months=12',
        { as: member },
      );
      expect(data.months).toBe(12);
      expect(data.categories[0]?.monthly.map(({ month }) => month).at(0)).toBe('2025-07');
      expect(data.categories[0]?.monthly).toHaveLength(12);
    });
  });
});
