import { expect, test } from 'vitest';
import { UnreadableFile } from '../../../../src/domain/bank-files/bank-file.ts';
import { readMt940 } from '../../../../src/domain/bank-files/formats/mt940.ts';
import { exampleText, expectExample } from './examples.ts';

test('reads mt940-structured.sta, whatever its line breaks', () => {
  const text = exampleText('mt940-structured.sta');
  expectExample(readMt940(text), 'mt940-structured.sta');
  expectExample(readMt940(text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n')), 'mt940-structured.sta');
});

test('reads several statements in blocks of SWIFT', () => {
  const file = readMt940(`{1:F01BANKDEFFXXXX0000000000}{2:O9400000000000BANKDEFFXXXX00000000000000000000N}{4:
:20:ONE
:25:DE39999999990012345678EUR
:28C:1/1
:60F:C251230EUR100,
:61:2512310102CR50,NTRFREF1//B1
:86:A free text that goes on over the end of its line because it has many
 words
:61:260102D1,5NMSCNONREF
:62M:C260102EUR148,5
-}{5:{CHK:000000000000}}
{1:F01BANKDEFFXXXX0000000000}{4:
:20:TWO
:25:DE39999999990012345678EUR
:60M:C260102EUR148,5
:61:2601021231RCR3,NTRFNONREF//B2
/OCMT/USD3,30/
:86:/TRTP/SEPA/IBAN/NL00/NAME/J Jansen/REMI/USTD//Back to you/EREF/X1
:61:2601030103RD2,NTRFNONREF//B3
:61:2601030103D4,NTRFNONREF//B3
:62F:D260103EUR1,5
:86:Of the statement, not of a row
-}`);
  expect(file.accounts).toEqual([{ iban: 'DE39999999990012345678' }]);
  expect(file).toMatchObject({ currency: 'EUR', openingBalance: '100', closingBalance: '-1.5' });
  expect(file.errors).toEqual([]);
  expect(file.rows).toMatchObject([
    {
      date: '2026-01-02',
      valueDate: '2025-12-31',
      amount: '50',
      type: 'income',
      externalId: 'B1',
      reference: 'REF1',
      description: 'A free text that goes on over the end of its line because it has many words',
    },
    { date: '2026-01-02', amount: '1.5', type: 'expense', description: 'NMSC' },
    {
      date: '2025-12-31',
      amount: '3',
      type: 'expense',
      isReversal: true,
      externalId: 'B2',
      payee: 'J Jansen',
      description: 'Back to you',
      original: { amount: '3.30', currency: 'USD' },
    },
    { amount: '2', type: 'income', isReversal: true, reference: 'B3' },
    { amount: '4', type: 'expense', reference: 'B3' },
  ]);
  expect(file.rows[4]).not.toHaveProperty('externalId');
});

test('keeps accounts and their currencies apart', () => {
  const file = readMt940(
    [':20:A', ':25:1', ':60F:C260101EUR1,00', ':61:260102D1,NMSCNONREF', ':62F:C260102EUR0,00', '-']
      .concat([
        ':20:B',
        ':25:2',
        ':60F:C260101USD1,00',
        ':61:260102D1,NMSCNONREF',
        ':62F:C260102USD0,00',
        '-',
      ])
      .join('\r\n'),
  );
  expect(file.accounts).toEqual([{ number: '1' }, { number: '2' }]);
  expect(file.rows).toMatchObject([
    { account: 0, currency: 'EUR' },
    { account: 1, currency: 'USD' },
  ]);
  expect(file).not.toHaveProperty('openingBalance');
});

test('names lines that cannot be read, and refuses what is no statement', () => {
  const file = readMt940(':20:A\n:25:1\n:60F:C260101EUR1,00\n:61:never\n:86:text\n:61:261302D1,NMSC\n');
  expect(file.errors.map(({ line, reason }) => [line, reason])).toEqual([
    [4, 'columns'],
    [6, 'date'],
  ]);
  for (const text of ['', ':20:A', 'Date,Amount']) expect(() => readMt940(text)).toThrow(UnreadableFile);
});

const between = (lines: string, currency = 'EUR') =>
  readMt940(`:20:A\n:25:99/77\n:60F:C260101${currency}100,\n${lines}\n:62F:C260131${currency}90,\n-`);

test.each([
  [
    'several fields of text after one movement, and a name behind the reference',
    ':61:260105D000000012,30N0440121470966      B. de Vries                      \n:86:Terugboeking\n:86:NIET AKKOORD',
    {
      amount: '12.30',
      description: 'Terugboeking NIET AKKOORD',
      payee: 'B. de Vries',
      reference: '0121470966',
    },
  ],
  [
    'full parts that go on in the next one, and a question mark in them',
    ':61:260105D5,NMSCNONREF\n:86: 106?00KARTENZAHLUNG?20SVWZ+Ist das alles? Ja, Monatsk?21arte Februar?32Verkehrsbetriebe der Stadt Hi?33er',
    {
      description: 'Ist das alles? Ja, Monatskarte Februar',
      payee: 'Verkehrsbetriebe der Stadt Hier',
      memo: 'KARTENZAHLUNG',
    },
  ],
  [
    'no purpose but a message, and words that stand for references',
    ':61:260105RC5,NRTIKREF+//0724710345316116\n:86:159?00RETOURE?20EREF+TFNR 40001 00005?21MTLG:Grund nicht genannt',
    {
      description: 'Grund nicht genannt',
      memo: 'RETOURE',
      externalId: '0724710345316116',
      reference: undefined,
    },
  ],
  [
    'keys with a colon behind the purpose',
    ':61:260105D5,NTRFNONREF\n:86:105?20Beitrag 2026 EREF: X-1 IBAN?21: DE0099 BIC: BANKDEFF',
    { description: 'Beitrag 2026' },
  ],
  [
    'parts without a code before them',
    ':61:260105DN5,FCHGNONREF\n:86:>20Obsluga ksiegowa>3100112233>32BIURO ALFA',
    { description: 'Obsluga ksiegowa', payee: 'BIURO ALFA' },
  ],
  [
    'a figure behind a full part, and a message behind a purpose',
    ':61:260105D5,NMSCNONREF\n:86:177?20SVWZ+TAN 1?21DATUM 19.02.2019, 13.24 UHR?221.TAN 002153?23MTLG:Gesperrt',
    { description: 'TAN 1 DATUM 19.02.2019, 13.24 UHR 1.TAN 002153 MTLG:Gesperrt' },
  ],
  [
    'words between slashes that are no names of parts, and an empty one before',
    ':61:260105C5,NTRFEREF\n:86:/EREF/1/ORDP//NAME/Molen BV/REMI//REMI/INV/15-1 1/ISDT/2026-01-05',
    { description: 'INV/15-1 1', payee: 'Molen BV' },
  ],
  [
    'no remittance between slashes',
    ':61:260105C5,NTRFEREF\n:86:/EREF/1/BENM//NAME/K Bakker/REMI//ISDT/2026-01-05',
    { description: 'K Bakker', payee: 'K Bakker', reference: undefined },
  ],
  [
    'the other side as CNTP',
    ':61:260105C5,NTRFNONREF\n:86:/CNTP/NL00/ABNANL2A/De Molen/Delft//REMI/USTD//Meel/',
    { description: 'Meel', payee: 'De Molen' },
  ],
  [
    'texts as NS',
    ':61:260105D5,00S   X\n:NS:01Rate 3\n02von 12\n15Fahrschule\n17Lastschrift',
    { description: 'Rate 3 von 12', payee: 'Fahrschule', memo: 'Lastschrift' },
  ],
  [
    'a thirtieth of February',
    ':61:2602300302D6,N024NONREF',
    { date: '2026-03-02', valueDate: '2026-02-28', description: 'N024' },
  ],
  [
    'a point before the decimals, and a kind with a blank',
    ':61:260105D000001012.34NGT NONREF',
    { amount: '1012.34', reference: undefined },
  ],
  [
    'plain lines of 64 letters, which end with a word',
    `:61:260105D5,NMSCMARF\n:86:${'GIRO 428428'.padEnd(52)}000000042188\n5314606715`,
    { description: 'GIRO 428428 000000042188 5314606715', reference: undefined },
  ],
  ['words instead of an id', ':61:260105D5,NCHGFee//nota', { externalId: undefined, reference: 'Fee' }],
  [
    'an amount before charges in the same currency',
    ':61:260105D5,NRTINONREF\n/OCMT/EUR4,50//CHGS/EUR0,50/',
    { original: undefined },
  ],
])('reads %s', (_, lines, row) => {
  const { rows, errors } = between(lines);
  expect(errors).toEqual([]);
  expect(rows).toHaveLength(1);
  expect({ reference: undefined, externalId: undefined, original: undefined, ...rows[0] }).toMatchObject(row);
});

test('reads accounts with a currency behind them, balances without one, and lines parted by signs', () => {
  const file = readMt940(
    '@@:20:A@@:25:99/0077EUR@@:60F:C260101EUR1,@@:61:260105C5,NTRFNONREF@@:86:Hi@@:62F:C2601056,@@-',
  );
  expect(file).toMatchObject({
    accounts: [{ number: '99/0077' }],
    currency: 'EUR',
    closingBalance: '6',
    rows: [{}],
  });
  expect(between(':61:260105D1,NMSC').accounts).toEqual([{ number: '99/77' }]);
  expect(readMt940(':20:A\n:25:NL92 KNAB 0123 4567 89\n:60F:C260101EUR1,').accounts).toEqual([
    { iban: 'NL92KNAB0123456789' },
  ]);
  expect(readMt940(':20:A\n:25:1\n:34F:PLN0,\n:61:260105C5,NTRFNONREF').currency).toBe('PLN');
});
