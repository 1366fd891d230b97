import { expect, test } from 'vitest';
import { UnreadableFile } from '../../../../src/domain/bank-files/bank-file.ts';
import { readCamt053 } from '../../../../src/domain/bank-files/formats/camt053.ts';
import { detect } from '../../../../src/domain/bank-files/formats/detect.ts';
import { exampleText, expectExample } from './examples.ts';

const document = (entries: string, root = 'BkToCstmrStmt', statement = 'Stmt') =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><${root}><${statement}><Acct><Id><Othr><Id>77</Id></Othr></Id><Ccy>EUR</Ccy></Acct>${entries}</${statement}></${root}></Document>`;
const entry = (inside: string, amount = '9.00', side = 'DBIT', status = '<Cd>BOOK</Cd>') =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts>${status}</Sts><BookgDt><DtTm>2026-01-02T23:59:00-05:00</DtTm></BookgDt>${inside}</Ntry>`;

test('reads camt053-v2.xml, also with a prefix', () => {
  const text = exampleText('camt053-v2.xml');
  expectExample(readCamt053(text), 'camt053-v2.xml');
  const prefixed = text.replaceAll(/<(\/?)(?=\w)/g, '<$1ns:').replace('xmlns=', 'xmlns:ns=');
  expectExample(readCamt053(prefixed), 'camt053-v2.xml');
});

test('resolves no entity', () => {
  expect(() => readCamt053(exampleText('bad-xxe.xml'))).toThrow(UnreadableFile);
  expect(() => readCamt053(document(entry('<AddtlNtryInf>&leak;</AddtlNtryInf>')))).toThrow(UnreadableFile);
});

test('reads later versions and reports of a day', () => {
  const rows = [
    entry(
      '<NtryDtls><TxDtls><Refs><AcctSvcrRef>S1</AcctSvcrRef><EndToEndId>E1</EndToEndId></Refs><AmtDtls><InstdAmt><Amt Ccy="USD">10.00</Amt></InstdAmt></AmtDtls><RltdPties><Cdtr><Pty><Nm>Shop</Nm></Pty></Cdtr></RltdPties><RmtInf><Ustrd>One</Ustrd><Ustrd>Two</Ustrd></RmtInf></TxDtls></NtryDtls>',
    ),
    entry('<AddtlNtryInf>Only told</AddtlNtryInf>', '1.00', 'DBIT', '<Cd>INFO</Cd>'),
    entry('<AddtlNtryInf>To come</AddtlNtryInf>', '2.00', 'CRDT', 'PDNG'),
  ].join('');
  for (const text of [
    document(rows),
    document(rows, 'BkToCstmrAcctRpt', 'Rpt'),
    document(rows, 'BkToCstmrDbtCdtNtfctn', 'Ntfctn').replaceAll('Othr', 'PrtryAcct'),
  ]) {
    expect(detect(new TextEncoder().encode(text))).toBe('camt053');
    const file = readCamt053(text);
    expect(file).toMatchObject({ kind: 'camt053', currency: 'EUR', accounts: [{ number: '77' }] });
    expect(file.rows).toMatchObject([
      {
        date: '2026-01-02',
        amount: '9.00',
        type: 'expense',
        description: 'One Two',
        payee: 'Shop',
        externalId: 'S1',
        reference: 'E1',
        original: { amount: '10.00', currency: 'USD' },
      },
      { amount: '2.00', type: 'income', description: 'To come', isPending: true },
    ]);
    expect(file.skipped).toEqual([{ line: 1, reason: 'information', text: 'Only told' }]);
  }
});

test('takes the day of the statement for an entry without one', () => {
  const none = entry('').replace(/<BookgDt>.*<\/BookgDt>/, '');
  const made = '<CreDtTm>2026-01-05T10:00:00</CreDtTm>';
  const balance = '<Bal><Amt Ccy="EUR">1</Amt><Dt><Dt>2026-01-03</Dt></Dt></Bal>';
  expect(readCamt053(document(made + none)).rows[0]?.date).toBe('2026-01-05');
  expect(readCamt053(document(made + balance + none)).rows[0]?.date).toBe('2026-01-03');
  expect(readCamt053(document(none)).errors).toEqual([{ line: 1, reason: 'date' }]);
});

test('takes what the account paid, in its own currency', () => {
  const foreign = entry(
    '<NtryDtls><TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">8.50</Amt></TxAmt></AmtDtls></TxDtls></NtryDtls>',
  ).replace('<Amt Ccy="EUR">9.00', '<Amt Ccy="USD">9.00');
  const [row] = readCamt053(document(foreign)).rows;
  expect(row).toMatchObject({ amount: '8.50', original: { amount: '9.00', currency: 'USD' } });
  expect(row).not.toHaveProperty('currency');
});

test('takes the parts of a batch only where they add up', () => {
  const part = (amount: string, name: string) =>
    `<TxDtls><Amt Ccy="EUR">${amount}</Amt><RltdPties><Cdtr><Nm>${name}</Nm></Cdtr></RltdPties></TxDtls>`;
  const batch = (...parts: string[]) =>
    entry(`<NtryDtls>${parts.join('')}</NtryDtls><AddtlNtryInf>Batch</AddtlNtryInf>`);
  const file = readCamt053(
    document(batch(part('4.00', 'A'), part('5.00', 'B')) + batch(part('4.00', 'A'), part('4.00', 'B'))),
  );
  expect(file.rows.map(({ amount, payee, description }) => [amount, payee, description])).toEqual([
    ['4.00', 'A', 'Batch'],
    ['5.00', 'B', 'Batch'],
    ['9.00', undefined, 'Batch'],
  ]);
});

test('names who gets a batch that has no text and is not divided', () => {
  const part = (name: string) =>
    `<TxDtls><Amt Ccy="EUR">4.00</Amt><RltdPties><Cdtr><Nm>${name}</Nm></Cdtr></RltdPties></TxDtls>`;
  const charged = `<NtryRef>7</NtryRef><NtryDtls>${part('Ben')}${part('Dana')}</NtryDtls>`;
  expect(readCamt053(document(entry(charged))).rows).toMatchObject([
    { amount: '9.00', description: 'Ben, Dana' },
  ]);
});

test('keeps ids that are unique, and names entries that cannot be read', () => {
  const ref = (id: string) => `<AcctSvcrRef>${id}</AcctSvcrRef>`;
  const file = readCamt053(
    document(
      `${entry(ref('A'))}\n${entry(ref('B'))}\n${entry(ref('B'))}\n${entry('', 'x')}\n${entry('', '1.00', 'NONE')}\n<Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts></Ntry>`,
    ),
  );
  expect(file.rows.map(({ externalId, reference }) => [externalId, reference])).toEqual([
    ['A', undefined],
    [undefined, 'B'],
    [undefined, 'B'],
  ]);
  expect(file.errors.map(({ line, reason }) => [line, reason])).toEqual([
    [4, 'amount'],
    [5, 'columns'],
    [6, 'date'],
  ]);
});

test('keeps several statements apart, or together where they are of one account', () => {
  const statement = (iban: string, opening: string, closing: string) =>
    `<Stmt><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>${[
      ['OPBD', opening],
      ['CLBD', closing],
    ]
      .map(
        ([code, amount]) =>
          `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd></Bal>`,
      )
      .join('')}</Stmt>`;
  const file = (...statements: string[]) =>
    readCamt053(`<Document><BkToCstmrStmt>${statements.join('')}</BkToCstmrStmt></Document>`);
  expect(file(statement('X1', '1.00', '2.00'), statement('X1', '2.00', '3.00'))).toMatchObject({
    accounts: [{ iban: 'X1' }],
    currency: 'CHF',
    openingBalance: '-1.00',
    closingBalance: '-3.00',
  });
  const two = file(statement('X1', '1.00', '2.00'), statement('X2', '2.00', '3.00'));
  expect(two.accounts).toEqual([{ iban: 'X1' }, { iban: 'X2' }]);
  expect(two).not.toHaveProperty('closingBalance');
});

test('refuses what is cut or something else', () => {
  for (const text of ['', '<Document><BkToCstmrStmt><Stmt>', '<Document/>', '<a>'.repeat(100_000)])
    expect(() => readCamt053(text)).toThrow(UnreadableFile);
});
