import { expect, test } from 'vitest';
import { type Mapping, UnreadableFile } from '../../../../src/domain/bank-files/bank-file.ts';
import { readQif } from '../../../../src/domain/bank-files/formats/qif.ts';
import { exampleText, expectExample } from './examples.ts';

const bank = (...dates: string[]) =>
  `!Type:Bank\n${dates.map((date) => `D${date}\nT-1.00\nPShop\n^\n`).join('')}`;
const datesOf = (text: string, mapping?: Mapping) => readQif(text, { mapping }).rows.map(({ date }) => date);

test('reads bank-us.qif', () => {
  const file = readQif(exampleText('bank-us.qif'));
  expectExample(file, 'bank-us.qif');
  expect(file.question).toBeUndefined();
  expectExample(readQif(exampleText('bank-us.qif').replaceAll('\n', '\r\n')), 'bank-us.qif');
});

test('settles the order of dates by the whole file', () => {
  expect(datesOf(bank("1/ 5'26", "12/31'26"))).toEqual(['2026-01-05', '2026-12-31']);
  expect(datesOf(bank('05/01/2026', '31/12/2026'))).toEqual(['2026-01-05', '2026-12-31']);
  expect(datesOf(bank('2026-01-05', '2026-01-06'))).toEqual(['2026-01-05', '2026-01-06']);
  expect(datesOf(bank("5.1' 9", '6.1.09'))).toEqual(['2009-01-05', '2009-01-06']);
  expect(datesOf(bank('15 Sep 2011', '16-Sep-2011', '20110917', '18/09/2011 10:11:12'))).toEqual([
    '2011-09-15',
    '2011-09-16',
    '2011-09-17',
    '2011-09-18',
  ]);
  expect(datesOf(bank("31/12'99", '31/12/99'))).toEqual(['2099-12-31', '1999-12-31']);
});

test('asks for an order that both fit, and takes the answer', () => {
  const text = bank('05/01/2026', '06/01/2026', '02/02/2026');
  const { question } = readQif(text);
  expect(question).toMatchObject({ header: [], ambiguous: ['date_order'], mapping: { dateOrder: 'dmy' } });
  const mapping: Mapping = { columns: {}, dateOrder: 'mdy', decimalMark: null, sign: null };
  expect(datesOf(text, mapping)).toEqual(['2026-05-01', '2026-06-01', '2026-02-02']);
  expect(readQif(text, { mapping }).question?.ambiguous).toEqual([]);
  expect(datesOf(bank('31/12/2026'), mapping)).toEqual(['2026-12-31']);
});

test('reads amounts with currencies and in brackets, and opening balances in other languages', () => {
  const record = (amount: string, payee: string) => `D31/12/2025\nT${amount}\nP${payee}\n^\n`;
  const file = readQif(
    `!Type:Bank\n${record('€1,000.00', 'Anfangsbestand')}${record('-$1,234.50', 'A')}${record('(5.00)', 'B')}`,
  );
  expect(file).toMatchObject({
    openingBalance: '1000.00',
    rows: [
      { amount: '1234.50', type: 'expense' },
      { amount: '5.00', type: 'expense' },
    ],
  });
});

test('what is nothing does not say which mark the amounts have', () => {
  const record = (amount: string) => `D31/12/2025\nT${amount}\nPA\n^\n`;
  const file = readQif(`!Type:Bank\n${record('0.00')}${record('-1.234,56')}${record('12,5')}`);
  expect(file.rows.map(({ amount }) => amount)).toEqual(['1234.56', '12.5']);
});

test('a row of parts is no transfer to the account of the first', () => {
  const { rows } = readQif('!Type:Bank\nD31/12/2025\nT-10.00\nL[B]\nS[B]\n$-4.00\nSFood\n$-6.00\n^\n');
  expect(rows).toMatchObject([
    {
      splits: [
        { amount: '4.00', category: 'B' },
        { amount: '6.00', category: 'Food' },
      ],
    },
  ]);
  expect(rows[0]).not.toHaveProperty('transfer');
});

test('reads several accounts, and passes over lists and investments', () => {
  const file = readQif(`!Option:AutoSwitch
!Account
NChecking
TBank
^
NCard
TCCard
^
!Clear:AutoSwitch
!Type:Cat
NFood
E
^
!Account
NChecking
TBank
^
!Type:Bank
D31/12/2025
T1.000,00
POpening Balance
L[Checking]
^
D13/01/2026
U-12,50
PShop
^
!Account
NCard
TCCard
^
!Type:CCard
D14/01/2026
T-3,00
MNo payee
SFood
$-1,00
S[Checking]
$-2,00
^
!Type:Invst
D14/01/2026
NBuy
YFund
^
`);
  expect(file.accounts).toEqual([
    { name: 'Checking', type: 'Bank' },
    { name: 'Card', type: 'CCard' },
  ]);
  expect(file.rows).toMatchObject([
    { account: 0, date: '2026-01-13', amount: '12.50', description: 'Shop' },
    {
      account: 1,
      amount: '3.00',
      description: 'No payee',
      splits: [{ amount: '1.00', category: 'Food' }, { amount: '2.00' }],
    },
  ]);
  expect(file.skipped.map(({ line, reason }) => [line, reason])).toEqual([
    [19, 'openingBalance'],
    [42, 'information'],
  ]);
});

test('names records that cannot be read, and refuses what is no QIF', () => {
  // Blanks without end take no time.
  expect(readQif(`!Type:Bank\nD1 ${' '.repeat(1_000_000)}x\nT1\n^\n`).errors).toHaveLength(1);
  expect(readQif('!Type:Bank\nD1/13/2026\nTx\nPA\n^\nDnever\nT1\nPB\n^\n').errors).toEqual([
    { line: 2, reason: 'amount', text: 'A' },
    { line: 6, reason: 'date', text: 'B' },
  ]);
  expect(() => readQif('Date,Amount\n1,2')).toThrow(UnreadableFile);
});
