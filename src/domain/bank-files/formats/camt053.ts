import { SaxesParser } from 'saxes';
import { type BankFile, UnreadableFile } from '../bank-file.ts';
import {
  dayOf,
  type Figure,
  figureOf,
  filled,
  type StatementRow,
  Statements,
  signed,
  tidy,
} from './statement.ts';

/** Elements in one another; no statement has more. */
const DEEPEST = 60;

interface Node {
  name: string;
  line: number;
  currency: string | undefined;
  text: string;
  children: Node[];
}

const STATEMENT = /^(?:Stmt|Rpt|Ntfctn)$/;

/**
 * Reads CAMT.052 and CAMT.053, and the notices of CAMT.054, of every version, with or without prefixes of namespaces.
 * @throws UnreadableFile
 */
export function readCamt053(text: string): BankFile {
  const file = new Statements();
  const parser = new SaxesParser({ xmlns: false });
  const path: Node[] = [];
  /** That of the statement, for entries without one of their own. */
  let day: string | null = null;
  const refuse = () => {
    throw new UnreadableFile('unreadable', parser.line);
  };
  parser.on('error', refuse);
  // Entities are declared there, and no bank writes one.
  parser.on('doctype', refuse);
  parser.on('opentag', ({ name, attributes }) => {
    const local = name.slice(name.indexOf(':') + 1);
    const node = { name: local, line: parser.line, currency: attributes.Ccy, text: '', children: [] };
    path.at(-1)?.children.push(node);
    if (path.push(node) > DEEPEST) refuse();
    if (STATEMENT.test(local)) {
      file.begin();
      day = null;
    }
  });
  const addText = (part: string) => {
    const node = path.at(-1);
    if (node) node.text += part;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const node = path.pop();
    const parent = path.at(-1);
    if (!node || !parent || !STATEMENT.test(parent.name)) return;
    if (node.name === 'Acct') setAccount(file, node);
    else if (node.name === 'Bal') {
      setBalance(file, node);
      day = dayAt(node, 'Dt') ?? day;
    } else if (node.name === 'CreDtTm') day ??= dayIn(node.text);
    else if (node.name === 'Ntry') addEntry(file, node, day);
    parent.children.length = 0;
  });
  parser.write(text).close();
  if (file.isEmpty) throw new UnreadableFile('unreadable', 1);
  return file.finish('camt053');
}

function all(node: Node, ...names: string[]): Node[] {
  return names.reduce<Node[]>(
    (nodes, name) => nodes.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [node],
  );
}

const one = (node: Node, path: string): Node | undefined => all(node, ...path.split('/'))[0];

/** The text at the first of the paths that has some. */
function textAt(node: Node, ...paths: string[]): string {
  for (const path of paths) {
    const text = tidy(
      all(node, ...path.split('/'))
        .map((child) => child.text)
        .join(' '),
    );
    if (text) return text;
  }
  return '';
}

function setAccount(file: Statements, node: Node): void {
  Object.assign(
    file.current.account,
    filled({
      iban: textAt(node, 'Id/IBAN'),
      number: textAt(node, 'Id/Othr/Id', 'Id/PrtryAcct/Id', 'Id/BBAN'),
      name: textAt(node, 'Nm'),
    }),
  );
  file.current.currency = textAt(node, 'Ccy') || undefined;
}

function setBalance(file: Statements, node: Node): void {
  const type = textAt(node, 'Tp/CdOrPrtry/Cd', 'Tp/CdOrPrtry/Prtry');
  const figure = figureOf(textAt(node, 'Amt'), '.');
  if (!figure) return;
  const value = signed({ ...figure, isNegative: textAt(node, 'CdtDbtInd') === 'DBIT' });
  file.current.currency ??= one(node, 'Amt')?.currency;
  if (type === 'OPBD' || (type === 'PRCD' && file.current.opening === undefined))
    file.current.opening = value;
  else if (type === 'CLBD') file.current.closing = value;
}

function addEntry(file: Statements, entry: Node, day: string | null) {
  const { line } = entry;
  const details = all(entry, 'NtryDtls', 'TxDtls');
  const whole = rowOf(entry, details.length === 1 ? details[0] : undefined);
  const status = textAt(entry, 'Sts', 'Sts/Cd', 'Sts/Prtry');
  if (status === 'INFO') return file.skip(line, 'information', whole.description);
  const side = textAt(entry, 'CdtDbtInd');
  if (side !== 'CRDT' && side !== 'DBIT') return file.fail(line, 'columns', whole.description);
  const amount = figureOf(textAt(entry, 'Amt'), '.');
  if (!amount || amount.isNegative) return file.fail(line, 'amount', whole.description);
  const booked = dayAt(entry, 'BookgDt');
  const valued = dayAt(entry, 'ValDt');
  const date = booked ?? valued ?? day;
  if (!date) return file.fail(line, 'date', whole.description);
  const currency = one(entry, 'Amt')?.currency;
  file.current.currency ??= currency;
  const common = {
    line,
    date,
    ...filled({
      valueDate: valued === date ? undefined : (valued ?? undefined),
      currency: currency === file.current.currency ? undefined : currency,
      isPending: status === 'PDNG' || status === 'FUTR',
      isReversal: /^(?:true|1)$/.test(textAt(entry, 'RvslInd')),
    }),
  };
  const parts = partsOf(details, amount, side, currency);
  const moved = whole.original?.currency === file.current.currency ? whole.original : undefined;
  if (moved && currency && !parts) {
    // Some banks write the entry in the currency of the payment, and what the account paid beside it.
    delete common.currency;
    Object.assign(whole, { original: { amount: amount.amount, currency } });
    amount.amount = moved.amount;
  }
  const rows = parts
    ? parts.map((part) => ({ ...rowOf(entry, part.node), amount: part.amount, side: part.side }))
    : [{ ...whole, amount: amount.amount, side }];
  for (const { side: own, ...row } of rows)
    file.add({ ...common, ...row, type: own === 'CRDT' ? 'income' : 'expense' });
}

/** The parts of a batch, where all have amounts and these add up to it. */
function partsOf(details: Node[], whole: Figure, side: string, currency: string | undefined) {
  if (details.length < 2) return null;
  let sum = 0;
  const parts = details.map((node) => {
    const found = ['Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/InstdAmt/Amt']
      .flatMap((path) => one(node, path) ?? [])
      .find((child) => child.currency === currency);
    const amount = figureOf(found?.text ?? '', '.')?.amount ?? '';
    const own = textAt(node, 'CdtDbtInd') || side;
    sum += amount ? Math.round(Number(amount) * 1000) * (own === side ? 1 : -1) : Number.NaN;
    return { node, amount, side: own };
  });
  return sum === Math.round(Number(whole.amount) * 1000) ? parts : null;
}

/** The texts of an entry and of its details. */
function rowOf(
  entry: Node,
  details: Node | undefined,
): Pick<StatementRow, 'description'> & Partial<StatementRow> {
  const about = textAt(entry, 'AddtlNtryInf');
  const isReversal = /^(?:true|1)$/.test(textAt(entry, 'RvslInd'));
  const isPaid = (textAt(entry, 'CdtDbtInd') === 'DBIT') !== isReversal;
  const names = (role: string) =>
    ['', 'Ultmt'].flatMap((kind) => ['Nm', 'Pty/Nm'].map((name) => `RltdPties/${kind}${role}/${name}`));
  // Who is paid, or who pays; a reversal may name the two as they stand in its own direction.
  const partyOf = (node: Node) =>
    textAt(node, ...names(isPaid ? 'Cdtr' : 'Dbtr'), ...(isReversal ? names(isPaid ? 'Dbtr' : 'Cdtr') : []));
  const payee = details ? partyOf(details) : '';
  const parties = all(entry, 'NtryDtls', 'TxDtls').map(partyOf).filter(Boolean);
  const purpose = details
    ? textAt(details, 'RmtInf/Ustrd', 'RmtInf/Strd/AddtlRmtInf', 'RmtInf/Strd/CdtrRefInf/Ref', 'AddtlTxInf')
    : textAt(entry, 'NtryDtls/TxDtls/RmtInf/Ustrd');
  const description =
    purpose ||
    about ||
    payee ||
    parties.join(', ') ||
    textAt(entry, 'BkTxCd/Prtry/Cd', 'BkTxCd/Domn/Fmly/SubFmlyCd', 'NtryRef');
  const endToEnd = details ? textAt(details, 'Refs/EndToEndId') : '';
  return {
    description,
    ...filled({
      payee,
      memo: about === description ? '' : about,
      externalId: idOf((details && textAt(details, 'Refs/AcctSvcrRef')) || textAt(entry, 'AcctSvcrRef')),
      reference: (details && textAt(details, 'Refs/ChqNb')) || idOf(endToEnd),
      original: originalOf(entry, details),
    }),
  };
}

const idOf = (text: string) => (/^(?:NOTPROVIDED|NONREF|0*)$/i.test(text) ? '' : text);

/** The amount in the currency in which it was spent. */
function originalOf(entry: Node, details: Node | undefined) {
  const own = one(entry, 'Amt')?.currency;
  for (const node of [details, entry])
    for (const path of ['InstdAmt', 'TxAmt', 'CntrValAmt']) {
      const found = node && one(node, `AmtDtls/${path}/Amt`);
      const figure = found?.currency && found.currency !== own && figureOf(found.text, '.');
      if (found?.currency && figure) return { amount: figure.amount, currency: found.currency };
    }
  return undefined;
}

function dayAt(node: Node, name: string): string | null {
  return dayIn(textAt(node, `${name}/Dt`, `${name}/DtTm`));
}

function dayIn(text: string): string | null {
  const [, year, month, day] = /^\s*(\d{4})-(\d{2})-(\d{2})/.exec(text) ?? [];
  return dayOf(Number(year), Number(month), Number(day));
}
