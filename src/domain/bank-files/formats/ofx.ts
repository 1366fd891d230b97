import { type BankFile, UnreadableFile } from '../bank-file.ts';
import { dayOf, figureOf, filled, markOf, Statements, signed, tidy } from './statement.ts';

const TAG = /<(\/?)([A-Za-z][\w.:]*)[^<>]*>/g;
const STATEMENT = /^(?:|CC|INV)STMTRS$/;
const TRANSACTION = /^STMTTRNP?$/;
const ACCOUNT = /^(?:BANK|CC|INV)ACCTFROM$/;
const INVESTMENT =
  /^(?:BUY|SELL)(?:STOCK|MF|DEBT|OPT|OTHER)$|^(?:REINVEST|INVEXPENSE|INCOME|JRNLSEC|JRNLFUND|RETOFCAP|MARGININTEREST|CLOSUREOPT|SPLIT|TRANSFER)$/;
/** Aggregates whose elements have the same names as elements of the aggregate around them. */
const INNER = /^(?:(?:BANK|CC|INV)ACCT(?:FROM|TO)|ORIGCURRENCY|CURRENCY|PAYEE|LEDGERBAL|AVAILBAL)$/;

/** Elements by name; those of an inner one as `INNER.NAME`. */
type Fields = Map<string, string>;

/**
 * Reads OFX of every version: elements with a value may be closed or not.
 * @throws UnreadableFile
 */
export function readOfx(text: string): BankFile {
  // Comments are only in what people write themselves.
  const source = withoutCdata(text.includes('<!--') ? text.replace(/<!--[^<>]*-->/g, '') : text);
  if (!/<(?:\w+:)?OFX>/i.test(source)) throw new UnreadableFile('unreadable', 1);
  const file = new Statements();
  const mark = markOf(figures(source));
  let fields: Fields = new Map();
  let inner = '';
  let transaction: { line: number; isPending: boolean; fields: Fields } | null = null;
  const end = (isWhole = true) => {
    if (transaction && isWhole) addRow(file, transaction, mark);
    else if (transaction) file.fail(transaction.line, 'columns');
    transaction = null;
  };
  for (const { name, isEnd, value, line } of elements(source)) {
    if (isEnd) {
      if (TRANSACTION.test(name) || name.startsWith('BANKTRANLIST')) end();
      else if (ACCOUNT.test(name)) setAccount(file, name, fields);
      else if (name === 'LEDGERBAL') {
        const balance = amountOf(fields.get('LEDGERBAL.BALAMT') ?? '', mark);
        if (balance) file.current.closing = signed(balance);
      }
      if (name === inner) inner = '';
    } else if (STATEMENT.test(name)) {
      end();
      file.begin();
      fields = new Map();
    } else if (TRANSACTION.test(name)) {
      end();
      transaction = { line, isPending: name.endsWith('P'), fields: new Map() };
      inner = '';
    } else if (INVESTMENT.test(name)) file.skip(line, 'information', name);
    else if (INNER.test(name) && !value) inner = name;
    else if (value && name === 'CURDEF') file.current.currency = value.toUpperCase();
    else if (value) {
      const own: Fields = (transaction as { fields: Fields } | null)?.fields ?? fields;
      const key = inner ? `${inner}.${name}` : name;
      if (!own.has(key)) own.set(key, value);
    }
  }
  end(false);
  if (file.isEmpty) throw new UnreadableFile('unreadable', 1);
  return file.finish('ofx');
}

function setAccount(file: Statements, name: string, fields: Fields): void {
  const field = (key: string) => fields.get(`${name}.${key}`);
  Object.assign(
    file.current.account,
    filled({
      bank: field('BANKID') ?? field('BROKERID'),
      number: field('ACCTID'),
      type: field('ACCTTYPE') ?? (name === 'CCACCTFROM' ? 'CREDITCARD' : undefined),
    }),
  );
}

function addRow(
  file: Statements,
  { line, isPending, fields }: { line: number; isPending: boolean; fields: Fields },
  mark: '.' | ',',
) {
  const field = (name: string) => fields.get(name);
  // Zeros stand for nothing.
  const said = (name: string) => (/^0+$/.test(field(name) ?? '') ? undefined : field(name));
  const memo = field('MEMO');
  const reference = said('CHECKNUM') ?? said('REFNUM');
  const payee = said('NAME') ?? field('PAYEE.NAME') ?? field('PAYEE') ?? field('EXTDNAME');
  const description = payee ?? memo ?? reference ?? field('TRNTYPE') ?? '';
  const corrected = field('CORRECTFITID');
  if (corrected) file.remove(corrected);
  if (corrected && field('CORRECTACTION')?.toUpperCase() === 'DELETE') {
    file.skip(line, 'withdrawn', description, corrected);
    return;
  }
  const figure = amountOf(field('TRNAMT') ?? '', mark);
  if (!figure) return file.fail(line, 'amount', description);
  const [, year, month, day] =
    /^(\d{4})-?(\d{2})-?(\d{2})/.exec(field('DTPOSTED') ?? field('DTTRAN') ?? field('DTUSER') ?? '') ?? [];
  const date = dayOf(Number(year), Number(month), Number(day));
  if (!date) return file.fail(line, 'date', description);
  // The amount is converted where the currency is the original one; the rate says by how much.
  const original = field('ORIGCURRENCY.CURSYM');
  const rate = Number(field('ORIGCURRENCY.CURRATE')?.replace(',', '.'));
  file.add({
    line,
    date,
    amount: figure.amount,
    type: figure.isNegative ? 'expense' : 'income',
    description,
    ...filled({
      memo: payee ? memo : undefined,
      externalId: said('FITID'),
      corrects: corrected,
      reference,
      currency: (field('CURRENCY.CURSYM') ?? field('CURRENCY'))?.toUpperCase(),
      isPending,
    }),
    ...(original &&
      rate > 0 && {
        original: { amount: (Number(figure.amount) / rate).toFixed(2), currency: original.toUpperCase() },
      }),
  });
}

/** Balances may have another mark than amounts. */
const amountOf = (text: string, mark: '.' | ',') =>
  figureOf(text, mark) ?? figureOf(text, mark === '.' ? ',' : '.');

/** Begins and ends of elements, with the text behind them. */
function* elements(source: string) {
  let line = 1;
  let counted = 0;
  const tags = source.matchAll(TAG);
  let { value: tag } = tags.next();
  while (tag) {
    const { value: next } = tags.next();
    for (; counted < tag.index; counted++)
      if (source[counted] === '\n' || (source[counted] === '\r' && source[counted + 1] !== '\n')) line++;
    const [whole, slash = '', name = ''] = tag;
    const value = tidy(plain(source.slice(tag.index + whole.length, next?.index)));
    yield { name: name.toUpperCase(), isEnd: slash !== '', value, line };
    tag = next;
  }
}

function* figures(source: string) {
  for (const [, figure = ''] of source.matchAll(/<(?:TRN|BAL)AMT>([^<\r\n]{0,40})/gi)) yield figure;
}

/** The letters of CDATA as text of an element. */
function withoutCdata(text: string): string {
  const last = text.lastIndexOf(']]>') + 3;
  if (last < 3) return text;
  const escaped = (_: string, inside: string) => inside.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return text.slice(0, last).replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, escaped) + text.slice(last);
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Without entities, also where some bank has escaped them twice. */
function plain(text: string): string {
  if (!text.includes('&')) return text;
  const once = (value: string) =>
    value.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
      if (name) return ENTITIES[name.toLowerCase()] ?? whole;
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      return code >= 32 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
    });
  return once(once(text));
}
