import type { SearchPostingRow, SearchTotalRow, SearchWordRow, TransactionRow } from '../../db/tables.ts';
import { monthOf } from '../calendar.ts';
import { tidied, writeRecord } from './records.ts';
import { createWordReader, type Word } from './words.ts';

/** What the index keeps of a transaction. */
export type Indexed = Pick<
  TransactionRow,
  'user_id' | 'id' | 'date' | 'time' | 'type' | 'amount' | 'search_text'
>;

/** A transaction that comes into the index (`sign` 1) or leaves it (-1). */
export interface IndexChange {
  row: Indexed;
  sign: 1 | -1;
}

/** What changes in the tables of the index, in the order of their keys but for rows of one word. */
export interface IndexChanges {
  removed: SearchPostingRow[];
  added: SearchPostingRow[];
  totals: SearchTotalRow[];
  /** Words of what was added: they may be new. */
  addedWords: SearchWordRow[];
  /** Words of what was removed: they may be gone. */
  removedWords: SearchWordRow[];
}

/** A posting, and its transaction as totals record it. */
type Posting = SearchPostingRow & { record: string };

interface WordChanges {
  word: SearchWordRow;
  removed: Posting[];
  added: Posting[];
}

/** Works out what changes; a transaction that leaves and comes back alike changes nothing. */
export function indexChanges(changes: readonly IndexChange[]): IndexChanges {
  const all: IndexChanges = { removed: [], added: [], totals: [], addedWords: [], removedWords: [] };
  const byWord = changesByWord(changes);
  for (const key of [...byWord.keys()].sort()) {
    const { word, removed, added } = byWord.get(key) as WordChanges;
    for (const posting of removed) all.removed.push(posting);
    for (const posting of added) all.added.push(posting);
    if (removed.length > 0) all.removedWords.push(word);
    if (added.length > 0) all.addedWords.push(word);
    for (const total of totalsOf(removed, added)) all.totals.push(total);
  }
  return all;
}

function changesByWord(changes: readonly IndexChange[]): Map<string, WordChanges> {
  const wordsOf = createWordReader();
  const byWord = new Map<string, WordChanges>();
  for (const history of histories(changes)) {
    for (const { posting, word, net } of history.length === 1
      ? postingsOf(history, wordsOf)
      : settled(history, wordsOf)) {
      const { user_id, word_id } = posting;
      const key = `${user_id} ${word_id}`;
      let known = byWord.get(key);
      if (!known) {
        known = { word: { user_id, word_id, word }, removed: [], added: [] };
        byWord.set(key, known);
      }
      (net < 0 ? known.removed : known.added).push(posting);
    }
  }
  return byWord;
}

/** The changes of each transaction; most have one alone. */
function histories(changes: readonly IndexChange[]): Iterable<IndexChange[]> {
  const byId = new Map<string, IndexChange[]>();
  for (const change of changes) {
    const history = byId.get(change.row.id);
    if (history) history.push(change);
    else byId.set(change.row.id, [change]);
  }
  return byId.values();
}

interface PostingChange {
  posting: Posting;
  word: string;
  net: number;
}

function postingsOf(history: IndexChange[], wordsOf: (text: string) => Word[]): PostingChange[] {
  return history.flatMap(({ row, sign }) => {
    const { user_id, id: transaction_id, date, time, type, amount } = row;
    const record = writeRecord({ transaction_id, date, amount });
    return wordsOf(row.search_text).map(({ id: word_id, word }) => ({
      posting: { user_id, word_id, date, time, transaction_id, type, amount, record },
      word,
      net: sign,
    }));
  });
}

/** What is left of several changes of one transaction, without what comes back as it was. */
function settled(history: IndexChange[], wordsOf: (text: string) => Word[]): PostingChange[] {
  const changes = new Map<string, PostingChange>();
  for (const change of postingsOf(history, wordsOf)) {
    const key = Object.values(change.posting).join(' ');
    const known = changes.get(key);
    if (known) known.net += change.net;
    else changes.set(key, change);
  }
  return [...changes.values()].filter(({ net }) => net !== 0);
}

function totalsOf(removed: Posting[], added: Posting[]): SearchTotalRow[] {
  const totals = new Map<string, SearchTotalRow>();
  for (const posting of removed) addTo(totals, posting, -1);
  for (const posting of added) addTo(totals, posting, 1);
  if (removed.length > 0 && added.length > 0)
    for (const total of totals.values()) total.records = tidied(total.records);
  return [...totals.values()]
    .filter(({ records }) => records !== '')
    .sort((one, other) => (one.month + one.type < other.month + other.type ? -1 : 1));
}

function addTo(totals: Map<string, SearchTotalRow>, posting: Posting, sign: 1 | -1): void {
  const { user_id, word_id, date, type, amount, record } = posting;
  const month = monthOf(date);
  let total = totals.get(month + type);
  if (!total) {
    total = { user_id, word_id, month, type, amount: 0, count: 0, records: '' };
    totals.set(month + type, total);
  }
  total.amount += sign * amount;
  total.count += sign;
  total.records += record;
}
