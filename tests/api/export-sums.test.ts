import fc from 'fast-check';
import { expect, test } from 'vitest';
import { setOpeningBalance } from '../../src/domain/balance/opening-balance.ts';
import { OPENING } from '../../src/domain/ledger/reserved-categories.ts';
import { formatter } from '../../src/i18n/format.ts';
import { DEFAULT_PREFERENCES } from '../../src/i18n/preferences.ts';
import { forAppOnSqlite } from '../support/app.ts';
import { contextOf, createMember, type Member, record, type Transaction } from '../support/members.ts';
import { readCsv } from '../support/read-csv.ts';
import { pagesOf } from '../support/read-pdf.ts';

interface Sums {
  income: number;
  expenses: number;
  opening: number;
  count: number;
}

/** With a sign, an opening balance; minor units. */
interface Recorded {
  kind: 'income' | 'expense' | 'opening';
  amount: number;
  date: string;
}

const money = (minor: number) => formatter('ILS', DEFAULT_PREFERENCES).money(minor);

const histories = fc.record({
  opening: fc.integer({ min: -100_000_000, max: 100_000_000 }).filter((amount) => amount !== 0),
  others: fc.array(
    fc.record({
      kind: fc.constantFrom('income' as const, 'expense' as const),
      amount: fc.integer({ min: 1, max: 100_000_000 }),
      date: fc
        .integer({ min: 1, max: 90 })
        .map((day) => new Date(Date.UTC(2026, 2, day)).toISOString().slice(0, 10)),
    }),
    { minLength: 1, maxLength: 12 },
  ),
});

function sumsOf(history: Recorded[]): Sums {
  const sums = { income: 0, expenses: 0, opening: 0, count: history.length };
  for (const { kind, amount } of history) sums[kind === 'expense' ? 'expenses' : kind] += amount;
  return sums;
}

forAppOnSqlite((testApp) => {
  const download = async (path: string, as: Member) =>
    new Uint8Array(
      await (
        await testApp.request(`/api/v1/export/${path}`, {
          headers: { authorization: `Bearer ${as.accessToken}` },
        })
      ).arrayBuffer(),
    );

  async function recorded({
    opening,
    others,
  }: typeof histories extends fc.Arbitrary<infer One> ? One : never) {
    const member = await createMember(testApp, { preferences: { timezone: 'UTC' } });
    for (const { kind: type, amount, date } of others)
      await record(testApp, member, { type, amount: amount / 100, date, description: `${type} ${amount}` });
    await setOpeningBalance(await contextOf(testApp, member), { amount: opening, date: '2026-03-01' });
    const history: Recorded[] = [...others, { kind: 'opening', amount: opening, date: '2026-03-01' }];
    return { member, history };
  }

  test('the list, CSV, JSON and PDF sum up an opening balance apart from income and expenses', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (given) => {
        const { member, history } = await recorded(given);
        const sums = sumsOf(history);
        const { data } = await testApp.call<{ summary: Record<string, number> }>(
          'GET',
          '/transactions?limit=200',
          {
            as: member,
          },
        );
        expect(data.summary).toMatchObject({
          total: sums.count,
          income: sums.income / 100,
          expenses: sums.expenses / 100,
        });

        const [, ...rows] = readCsv(
          new TextDecoder().decode(await download('csv?fields=type,amount', member)),
          ',',
        );
        const cells = rows.map(([kind = '', amount = '']) => ({
          kind: kind as Recorded['kind'],
          amount: Math.round(Number(amount) * 100),
          date: '',
        }));
        expect(sumsOf(cells)).toEqual(sums);

        const chosen = JSON.parse(
          new TextDecoder().decode(await download('json?fields=type,amount', member)),
        );
        expect(
          sumsOf(
            chosen.transactions.map(({ type, amount }: { type: Recorded['kind']; amount: number }) => ({
              kind: type,
              amount: Math.round(amount * 100),
              date: '',
            })),
          ),
        ).toEqual(sums);

        const whole = JSON.parse(new TextDecoder().decode(await download('json', member)));
        expect(
          sumsOf(
            whole.transactions.map(({ type, amount, category_id }: Transaction) => {
              expect(amount).toBeTypeOf('number');
              const minor = Math.round(amount * 100);
              return { kind: type, amount: category_id === OPENING.expense ? -minor : minor, date: '' };
            }),
          ),
        ).toEqual(sums);

        const text = pagesOf(await download('pdf', member)).join('\n');
        const summed = [sums.income, sums.expenses, sums.income - sums.expenses, sums.opening].map(money);
        expect(text.replaceAll(/ +/g, ' ')).toContain(`${summed.join(' ')} ${sums.count}`);
        for (const [month, ofMonth] of Map.groupBy(history, ({ date }) => date.slice(0, 7))) {
          const { income, expenses, count } = sumsOf(ofMonth);
          const name = new Intl.DateTimeFormat('en', {
            month: 'long',
            year: 'numeric',
            timeZone: 'UTC',
          }).format(new Date(`${month}-01`));
          expect(text.replaceAll(/ +/g, ' ')).toContain(
            `${name} ${[income, expenses, income - expenses].map(money).join(' ')} ${count}`,
          );
        }
        // The opening balance is named in the sums and has its own row, but is in no category.
        const byCategory = /Expenses by category[\s\S]*?By month|Income by category[\s\S]*?By month/.exec(
          text,
        )?.[0];
        expect(byCategory).toBeDefined();
        expect(byCategory).not.toContain('Opening balance');
      }),
      { numRuns: 6 },
    );
  });
});
