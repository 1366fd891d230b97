import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderKey } from '../../../../src/domain/text-order.ts';
import { forEachApp } from '../../../support/app.ts';
import { createMember, type Member, record, type Transaction } from '../../../support/members.ts';

const FORMS = [
  ["Levi's", 'Levi’s', 'LEVI׳S'],
  ['ארה"ב', 'ארה״ב', "ארה''ב"],
  ['Café', 'cafe', 'Cafe\u0301'],
  ['T-Mobile', 'T–Mobile', 'T−mobile'],
  ['שָׁלוֹם', 'שלום', '\u200fשלום'],
  ['Straße', 'STRASSE', 'straẞe'],
  ['İzmir', 'izmir', 'Izmır'],
  ['supermarket', 'super\u00admarket', 'ｓｕｐｅｒmarket'],
];

forEachApp((testApp) => {
  async function list(as: Member, query: Record<string, string>) {
    const { data } = await testApp.call<{
      transactions: Transaction[];
      pagination: { nextCursor: string | null };
    }>('GET', `/transactions?${new URLSearchParams({ status: 'any', ...query })}`, { as });
    return data;
  }

  test('a word is found in every form that people write it in, and so is a payee', async () => {
    const member = await createMember(testApp);
    for (const forms of FORMS)
      for (const form of forms) await record(testApp, member, { description: 'x', merchant_name: form });
    for (const forms of FORMS) {
      for (const form of forms) {
        for (const query of [{ search: form }, { merchant_name: form }]) {
          const { transactions } = await list(member, query as unknown as Record<string, string>);
          const found = transactions.map(({ merchant_name }) => merchant_name);
          expect(found.sort(), JSON.stringify(query)).toEqual(forms.toSorted());
        }
      }
    }
    const { data } = await testApp.call<{ payees: { transaction_count: number }[] }>(
      'GET',
      '/transactions/payees',
      {
        as: member,
      },
    );
    expect(data.payees.map(({ transaction_count }) => transaction_count)).toEqual(FORMS.map(() => 3));
  });

  test('what people type is sought as it is: no sign stands for others', async () => {
    const member = await createMember(testApp);
    for (const description of ['100%', '100 percent', 'a_b', 'axb', 'c\\d', 'cd'])
      await record(testApp, member, { description });
    for (const [search = '', ...found] of [
      ['100%', '100%'],
      ['a_b', 'a_b'],
      ['\\', 'c\\d'],
      ['%', '100%'],
      ['_', 'a_b'],
    ])
      expect((await list(member, { search })).transactions.map(({ description }) => description)).toEqual(
        found,
      );
  });

  test('descriptions come in a person’s order, by cursor too, and each of them once', async () => {
    const member = await createMember(testApp);
    const words = [
      'Äpfel',
      'apfel',
      'Apfel 10',
      'Apfel 2',
      'éclair',
      'Eclair 2',
      'zoo',
      'תה',
      'אבא',
      'אָבא 2',
      '"q"',
      '☕',
    ];
    const random = fc.sample(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), {
      numRuns: 25,
      seed: 7,
    });
    const descriptions = [...words, ...words, ...random.map((text) => `${text}.`)];
    for (const description of descriptions) await record(testApp, member, { description });
    for (const order of ['asc', 'desc'] as const) {
      const seen: Transaction[] = [];
      let cursor: string | null = null;
      do {
        const start: Record<string, string> = cursor ? { cursor } : {};
        const page: Awaited<ReturnType<typeof list>> = await list(member, {
          sort: 'description',
          order,
          limit: '7',
          ...start,
        });
        seen.push(...page.transactions);
        cursor = page.pagination.nextCursor;
      } while (cursor);
      expect(new Set(seen.map(({ id }) => id)).size).toBe(descriptions.length);
      const bytes = (text: string) => Buffer.from(orderKey(text));
      const keys = seen.map(({ description }) => bytes(description));
      const sorted = keys.toSorted((one, other) => Buffer.compare(one, other) * (order === 'asc' ? 1 : -1));
      expect(keys).toEqual(sorted);
      const shown = seen.map(({ description }) => description).filter((text) => words.includes(text));
      const expected = [
        '"q"',
        '☕',
        'Äpfel',
        'Apfel 2',
        'Apfel 10',
        'éclair',
        'Eclair 2',
        'zoo',
        'אבא',
        'אָבא 2',
        'תה',
      ];
      const distinct = [...new Set(shown.map((text) => (text === 'apfel' ? 'Äpfel' : text)))];
      expect(order === 'asc' ? distinct : distinct.reverse()).toEqual(expected);
    }
  });
});
