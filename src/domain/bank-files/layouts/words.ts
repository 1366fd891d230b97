import type { ColumnRole } from '../bank-file.ts';
import { fold, foldName, withoutArticle } from '../tables/text.ts';

// Words of bank files, as data: of columns, of lines that are no rows, of signs and of months.

const MONTH_NAMES: string[][] = [
  [
    'january',
    'jan',
    'ינואר',
    'ינו',
    'januar',
    'janner',
    'janvier',
    'janv',
    'enero',
    'ene',
    'gennaio',
    'gen',
    'januari',
  ],
  [
    'february',
    'feb',
    'פברואר',
    'פבר',
    'februar',
    'fevrier',
    'fevr',
    'fev',
    'febrero',
    'febbraio',
    'februari',
  ],
  ['march', 'mar', 'מרץ', 'מרס', 'marz', 'mrz', 'mars', 'marzo', 'maart'],
  ['april', 'apr', 'אפריל', 'אפר', 'avril', 'avr', 'abril', 'abr', 'aprile'],
  ['may', 'מאי', 'mai', 'mayo', 'maggio', 'mag', 'mei'],
  ['june', 'jun', 'יוני', 'יונ', 'juni', 'juin', 'junio', 'giugno', 'giu'],
  ['july', 'jul', 'יולי', 'יול', 'juli', 'juillet', 'juil', 'julio', 'luglio', 'lug'],
  ['august', 'aug', 'אוגוסט', 'אוג', 'aout', 'agosto', 'ago', 'augustus'],
  ['september', 'sep', 'sept', 'ספטמבר', 'ספט', 'septembre', 'septiembre', 'settembre', 'set'],
  ['october', 'oct', 'אוקטובר', 'אוק', 'oktober', 'okt', 'octobre', 'octubre', 'ottobre', 'ott'],
  ['november', 'nov', 'נובמבר', 'נוב', 'novembre', 'noviembre'],
  ['december', 'dec', 'דצמבר', 'דצמ', 'dezember', 'dez', 'decembre', 'diciembre', 'dic', 'dicembre'],
];

/** 1 to 12, also by the Hebrew name with "in" before it. */
export const MONTHS: ReadonlyMap<string, number> = new Map(
  MONTH_NAMES.flatMap((names, index) =>
    names.flatMap((name) => [[name, index + 1] as const, [`ב${name}`, index + 1] as const]),
  ),
);

/** Roles that a table's columns are found in beside those that a person can choose. */
export type FoundRole = ColumnRole | 'valueDate' | 'status' | 'account';

/**
 * Names of columns of tables whose bank is not known, the likelier first: where two columns have names of one role, the
 * earlier name has it. English, Hebrew, German, French, Spanish, Italian, Dutch, Portuguese.
 */
const NAMES: Record<FoundRole, string[]> = {
  date: [
    ...[
      'date',
      'transaction date',
      'trans date',
      'booking date',
      'booked at',
      'booked',
      'posting date',
      'posted date',
      'post date',
    ],
    ...['date posted', 'posted', 'completed date', 'completed at', 'entry date', 'operation date', 'day'],
    ...['datetime', 'date time', 'time', 'created on', 'created', 'started date', 'process date'],
    ...['תאריך', 'תאריך פעולה', 'תאריך עסקה', 'תאריך רכישה', 'תאריך תנועה', 'תאריך רישום', 'יום', 'מועד'],
    ...['buchungstag', 'buchungsdatum', 'buchung', 'datum', 'belegdatum', 'umsatzdatum', 'transaktionsdatum'],
    ...[
      'date operation',
      'date de l operation',
      'date d operation',
      'date comptable',
      'date de comptabilisation',
    ],
    ...[
      'fecha',
      'fecha operacion',
      'fecha de operacion',
      'f operacion',
      'fecha contable',
      'fecha movimiento',
    ],
    ...[
      'data',
      'data operazione',
      'data contabile',
      'data movimento',
      'boekdatum',
      'transactiedatum',
      'data lancamento',
    ],
    ...[
      'data operacji',
      'data księgowania',
      'data transakcji',
      'bogføringsdato',
      'bokföringsdag',
      'bokføringsdato',
    ],
    ...['dato', 'transaktionsdag', 'transaktionsdato', 'kirjauspäivä'],
  ],
  valueDate: [
    ...[
      'value date',
      'valuedate',
      'effective date',
      'תאריך ערך',
      'יום ערך',
      'wertstellung',
      'valuta',
      'valutadatum',
    ],
    ...[
      'wertstellungsdatum',
      'wert',
      'date valeur',
      'date de valeur',
      'fecha valor',
      'f valor',
      'data valuta',
    ],
    ...['rentedatum', 'valutadatum'],
    ...['data waluty', 'rentedato', 'valutadag', 'valdag'],
  ],
  amount: [
    // What is charged, beside the price of the purchase.
    ...[
      'billing amount',
      'billed amount',
      'charge amount',
      'charged amount',
      'amount charged',
      'settlement amount',
    ],
    ...['סכום חיוב', 'סכום לחיוב'],
    ...[
      'amount',
      'transaction amount',
      'sum',
      'net amount',
      'amount local currency',
      'value',
      'net',
      'gross',
      'total',
    ],
    ...['סכום', 'סכום פעולה', 'סכום תנועה', 'סכום עסקה', 'זכות חובה', 'חובה זכות', 'סהכ'],
    ...['betrag', 'umsatz', 'buchungsbetrag', 'wert in', 'betrag umsatz'],
    ...[
      'montant',
      'montant operation',
      'importe',
      'cantidad',
      'monto',
      'importo',
      'bedrag',
      'valor',
      'montante',
    ],
    ...['kwota', 'kwota operacji', 'kwota transakcji', 'beløb', 'belopp', 'beløp', 'määrä'],
  ],
  out: [
    ...[
      'debit',
      'debit amount',
      'withdrawal',
      'withdrawals',
      'withdrawal amount',
      'money out',
      'paid out',
      'out',
    ],
    ...[
      'outflow',
      'payments',
      'payment',
      'spent',
      'expense',
      'expenses',
      'debits',
      'charge',
      'charges',
      'amount debit',
    ],
    ...['חובה', 'בחובה', 'סכום חובה', 'סכום בחובה', 'חיוב', 'הוצאה', 'הוצאות', 'משיכה', 'יציאה'],
    ...[
      'soll',
      'ausgang',
      'belastung',
      'lastschrift',
      'ausgabe',
      'ausgaben',
      'abgang',
      'sollbetrag',
      'auszahlung',
    ],
    ...[
      'debito',
      'cargo',
      'cargos',
      'depense',
      'depenses',
      'sortie',
      'gasto',
      'gastos',
      'uscite',
      'dare',
      'addebiti',
      'af',
    ],
    ...['ut', 'ut fra konto', 'obciążenia', 'wydatki'],
  ],
  in: [
    ...[
      'credit',
      'credit amount',
      'deposit',
      'deposits',
      'deposit amount',
      'money in',
      'paid in',
      'in',
      'inflow',
    ],
    ...['receipts', 'received', 'income', 'credits', 'amount credit'],
    ...['זכות', 'בזכות', 'סכום זכות', 'סכום בזכות', 'זיכוי', 'הכנסה', 'הכנסות', 'הפקדה', 'כניסה'],
    ...['haben', 'eingang', 'gutschrift', 'einnahme', 'einnahmen', 'zugang', 'habenbetrag', 'einzahlung'],
    ...[
      'credito',
      'abono',
      'abonos',
      'recette',
      'recettes',
      'entree',
      'ingreso',
      'ingresos',
      'entrate',
      'avere',
      'accrediti',
      'bij',
    ],
    ...['inn', 'inn på konto', 'uznania', 'wpływy'],
  ],
  sign: [
    ...[
      'd c',
      'dc',
      'c d',
      'dr cr',
      'cr dr',
      'debit credit',
      'credit debit',
      'sign',
      'direction',
      'transaction type',
    ],
    ...[
      'type',
      'indicator',
      'credit debit indicator',
      'סוג',
      'סוג תנועה',
      'סימן',
      'כיוון',
      'חובה זכות',
      'זכות חובה',
      'חיוב זיכוי',
      'זיכוי חיוב',
    ],
    ...['soll haben', 's h', 'vorzeichen', 'umsatztyp', 'sens', 'tipo', 'af bij', 'segno'],
  ],
  description: [
    ...[
      'description',
      'transaction description',
      'desc',
      'details',
      'narrative',
      'narration',
      'particulars',
      'text',
      'label',
      'memo',
    ],
    ...[
      'transaction details',
      'statement description',
      'original description',
      'transaction',
      'purpose',
      'subject',
    ],
    ...['title', 'item', 'what', 'reason', 'name description', 'merchant name', 'merchant'],
    ...['תיאור', 'תאור', 'תיאור פעולה', 'תיאור תנועה', 'תאור פעולה', 'תאור תנועה', 'פעולה', 'שם בית עסק'],
    ...[
      'בית עסק',
      'פרטים',
      'פרטי תנועה',
      'פרטי פעולה',
      'תיאור עסקה',
      'פירוט',
      'מהות',
      'סוג פעולה',
      'סוג תנועה',
      'תנועה',
    ],
    ...['verwendungszweck', 'buchungstext', 'beschreibung', 'betreff', 'vorgang', 'umsatzart', 'mitteilung'],
    ...['libelle', 'libelle operation', 'libelle de l operation', 'designation', 'intitule', 'detail'],
    ...[
      'concepto',
      'descripcion',
      'detalle',
      'descrizione',
      'causale',
      'operazione',
      'omschrijving',
      'mededelingen',
      'descricao',
    ],
    ...[
      'beschreibung1',
      'omschrijving 1',
      'opis operacji',
      'opis transakcji',
      'opis',
      'tytuł',
      'tytuł operacji',
    ],
    ...['beskrivelse', 'beskrivning', 'tekst', 'forklaring', 'rubrik', 'saaja maksaja'],
  ],
  payee: [
    ...[
      'payee',
      'counterparty',
      'counter party',
      'counterparty name',
      'beneficiary',
      'name',
      'merchant',
      'merchant name',
      'to from',
    ],
    ...['payee name', 'recipient', 'paid to', 'vendor', 'partner name', 'partner', 'supplier', 'store'],
    ...['מוטב', 'שם מוטב', 'לטובת', 'שם', 'בית עסק', 'שם בית עסק', 'צד נגדי', 'מקבל', 'ספק'],
    ...[
      'empfanger',
      'zahlungsempfanger',
      'auftraggeber empfanger',
      'beguenstigter zahlungspflichtiger',
      'beguenstigter',
    ],
    ...[
      'begunstigter',
      'begunstigter zahlungspflichtiger',
      'name zahlungsbeteiligter',
      'zahlungsempfanger in',
    ],
    ...[
      'auftraggeber',
      'gegenpartei',
      'empfanger auftraggeber',
      'auftraggeber zahlungsempfanger',
      'zahlungsbeteiligter',
    ],
    ...[
      'beneficiaire',
      'tiers',
      'beneficiario',
      'destinatario',
      'comercio',
      'naam',
      'tegenpartij',
      'controparte',
    ],
    ...[
      'name des händlers',
      'nadawca odbiorca',
      'odbiorca',
      'kontrahent',
      'navn',
      'modtager',
      'mottagare',
      'mottaker',
    ],
  ],
  notes: [
    ...[
      'notes',
      'note',
      'memo',
      'comment',
      'comments',
      'remarks',
      'additional info',
      'message',
      'extended details',
    ],
    ...[
      'notifications',
      'mededelingen',
      'הערה',
      'הערות',
      'תאור מורחב',
      'תיאור מורחב',
      'פרטים נוספים',
      'פירוט נוסף',
      'פרטים',
      'עבור',
    ],
    ...['notiz', 'notizen', 'bemerkung', 'anmerkung', 'kommentar', 'buchungstext', 'commentaire', 'remarque'],
    ...['notas', 'observaciones', 'comentario', 'nota', 'opmerking', 'dettagli', 'art der transaktion'],
  ],
  category: [
    ...[
      'category',
      'categories',
      'קטגוריה',
      'ענף',
      'סיווג',
      'kategorie',
      'categorie',
      'categoria',
      'budget category',
      'kategoria',
    ],
  ],
  currency: [
    // That of what is charged.
    ...['billing currency', 'billed currency', 'charge currency', 'charged currency', 'settlement currency'],
    ...['מטבע חיוב', 'מטבע לחיוב'],
    ...['currency', 'currency code', 'ccy', 'cur', 'מטבע', 'wahrung', 'waehrung', 'devise', 'monnaie'],
    ...['moneda', 'divisa', 'valuta', 'munt', 'moeda'],
    ...['waluta'],
  ],
  balance: [
    ...[
      'balance',
      'running balance',
      'running bal',
      'account balance',
      'balance after',
      'available balance',
      'new balance',
    ],
    ...['יתרה', 'יתרה לאחר פעולה', 'יתרה משוערכת', 'יתרה מצטברת', 'יתרה בחשבון'],
    ...[
      'saldo',
      'kontostand',
      'saldo nach buchung',
      'solde',
      'solde apres operation',
      'saldo disponible',
      'saldo na',
    ],
    ...['saldo po operacji', 'saldo po transakcji', 'bokfört saldo'],
  ],
  reference: [
    ...[
      'reference',
      'reference number',
      'ref',
      'transaction id',
      'check number',
      'check',
      'cheque number',
      'id',
      'number',
    ],
    ...[
      'check or slip',
      'receipt',
      'transaction reference',
      'אסמכתא',
      'אסמכתה',
      'מספר אסמכתא',
      'מס אסמכתא',
      'שובר',
    ],
    ...[
      'מספר שובר',
      'referenz',
      'kundenreferenz',
      'belegnummer',
      'referencia',
      'numero de reference',
      'riferimento',
    ],
  ],
  status: [
    'status',
    'state',
    'booking status',
    'סטטוס',
    'מצב',
    'info',
    'statut',
    'estado',
    'stato',
    'contabilizzazione',
  ],
  account: [
    'auftragskonto',
    'account number',
    'account no',
    'account',
    'iban auftragskonto',
    'מספר חשבון',
    'חשבון',
    'konto',
  ],
};

/** How likely a name means a role: lower is likelier. */
export const NAME_RANKS: ReadonlyMap<string, ReadonlyMap<FoundRole, number>> = (() => {
  const ranks = new Map<string, Map<FoundRole, number>>();
  for (const [role, names] of Object.entries(NAMES) as [FoundRole, string[]][]) {
    names.forEach((name, index) => {
      const key = withoutArticle(foldName(name));
      const roles = ranks.get(key) ?? new Map<FoundRole, number>();
      if (!roles.has(role)) roles.set(role, index);
      ranks.set(key, roles);
    });
  }
  return ranks;
})();

/** Beginnings of lines that are no rows. */
const PHRASES = {
  openingBalance: [
    ...[
      'opening balance',
      'starting balance',
      'beginning balance',
      'balance brought forward',
      'balance at start of period',
      'balance forward',
    ],
    ...[
      'balance b f',
      'b f',
      'brought forward',
      'previous balance',
      'opening bal',
      'start balance',
      'initial balance',
    ],
    ...['יתרת פתיחה', 'יתרה פתיחה', 'יתרה קודמת', 'יתרה התחלתית', 'יתרת התחלה', 'יתרה לתחילת'],
    ...[
      'anfangssaldo',
      'anfangsbestand',
      'saldovortrag',
      'alter kontostand',
      'letzter kontostand',
      'alter saldo',
      'eroffnungssaldo',
    ],
    ...[
      'solde initial',
      'solde precedent',
      'ancien solde',
      'solde d ouverture',
      'saldo inicial',
      'saldo anterior',
    ],
    ...['saldo iniziale', 'beginsaldo'],
  ],
  closingBalance: [
    ...[
      'closing balance',
      'ending balance',
      'balance carried forward',
      'balance at end of period',
      'carried forward',
      'end balance',
      'final balance',
    ],
    ...['יתרת סגירה', 'יתרה סופית', 'יתרת סיום', 'יתרה נוכחית', 'יתרה לסוף', 'יתרת חשבון'],
    ...[
      'endsaldo',
      'schlusssaldo',
      'kontostand',
      'neuer kontostand',
      'neuer saldo',
      'endbestand',
      'abschlusssaldo',
    ],
    ...[
      'solde final',
      'nouveau solde',
      'solde de cloture',
      'saldo final',
      'saldo actual',
      'saldo finale',
      'eindsaldo',
    ],
  ],
  total: [
    ...['total', 'totals', 'grand total', 'subtotal', 'sub total', 'sum', 'sum total'],
    ...['סהכ', 'סך הכל', 'סך הכול', 'סך חיוב', 'סך', 'סיכום', 'סיכום ביניים'],
    ...['summe', 'gesamt', 'gesamtsumme', 'zwischensumme', 'saldo der umsatze'],
    ...['totaux', 'totale', 'totales', 'suma', 'sous total', 'totaal'],
  ],
} as const;

type Phrase = keyof typeof PHRASES;

const PHRASE_TESTS = (Object.entries(PHRASES) as [Phrase, readonly string[]][]).map(([phrase, words]) => {
  const any = words.map(fold).join('|');
  return {
    phrase,
    begins: new RegExp(`^(?:${any})(?= |$)`),
    isAll: new RegExp(
      `^(?:${any})(?: (?:as of|on|at|per|zum|vom|am|au|del|al|ליום|מיום|ביום|בתאריך))?[\\d ]*$`,
    ),
  };
});

/**
 * What a line that begins with this text is, where it is no row.
 * @param isAll whether nothing but a day may follow: the text is of a line that could be a row
 */
export function phraseOf(text: string, isAll = false): Phrase | null {
  if (text === '' || text.length > 120) return null;
  const key = fold(text);
  return PHRASE_TESTS.find((test) => (isAll ? test.isAll : test.begins).test(key))?.phrase ?? null;
}

/** Whether money comes in (true) or leaves. */
export const SIGN_WORDS: ReadonlyMap<string, boolean> = new Map([
  ...(
    [
      ...[
        'd',
        'dr',
        'db',
        'dbit',
        'debit',
        'withdrawal',
        'out',
        'outgoing',
        'expense',
        'spend',
        'money out',
        'outflow',
      ],
      ...[
        'ח',
        'חובה',
        'חיוב',
        'הוצאה',
        'יציאה',
        's',
        'soll',
        'ausgang',
        'ausgabe',
        'belastung',
        'lastschrift',
        'abgang',
      ],
      ...['debito', 'cargo', 'gasto', 'depense', 'sortie', 'af', 'dare', 'uscita', '-', '−', 'paid', 'sent'],
    ] as const
  ).map((word) => [word, false] as const),
  ...(
    [
      ...['c', 'cr', 'crdt', 'credit', 'deposit', 'in', 'incoming', 'income', 'money in', 'inflow'],
      ...[
        'ז',
        'זכות',
        'זיכוי',
        'הכנסה',
        'כניסה',
        'h',
        'haben',
        'eingang',
        'einnahme',
        'gutschrift',
        'zugang',
      ],
      ...['credito', 'abono', 'ingreso', 'recette', 'entree', 'bij', 'avere', 'entrata', '+', 'received'],
    ] as const
  ).map((word) => [word, true] as const),
]);

/** Texts of rows that come in on any account: they tell what a sign means. */
export const INCOME_WORDS =
  /(?<![\p{L}])(?:salary|payroll|wages?|interest earned|credit interest|pension|dividend|direct deposit|משכורת|שכר עבודה|קצבה|ריבית זכות|פנסיה|gehalt|lohn|rente|salaire|pension|nomina|sueldo|stipendio)(?![\p{L}])/iu;

/** Texts of payments to a card and of money given back: they come in on the account of the file. */
export const GIVEN_BACK_WORDS =
  /(?<![\p{L}])(?:refund|cashback|thank you|payment received|ach deposit|internet transfer|זיכוי|erstattung|r[uü]ckerstattung|gutschrift|remboursement|reembolso|rimborso)(?![\p{L}])/iu;

/** Cells that say of a row that it is a purchase: it leaves the account. */
export const PURCHASE_WORDS =
  /^(?:(?:card |pos |debit |online )?purchase|sale|kauf|kartenzahlung|achat|compra|רכישה|רכישה רגילה|קניה|קנייה|עסקה רגילה)$/i;

/** Names of columns whose positive figures leave the account. */
export const CHARGE_NAMES =
  /(?<![\p{L}])(?:חיוב|לחיוב|charged?|charges|spent|expenses?|purchase amount|belastung|ausgaben?|cargo|gastos?|depenses?)(?![\p{L}])/u;

/** Names of columns that hold figures of another currency or parts of an amount. */
export const OTHER_FIGURES =
  /(?<![\p{L}])(?:original|foreign|local|exchange|rate|fee|fees|tax|vat|fremd\S*|ursprung\S*|gebuhr\S*|kurs|opening|counter|commission|עמלה|מקורי\S*|מקור|שער)(?![\p{L}])/u;

/** Names of columns of fees, which may be part of the amount or not. */
export const FEE_NAMES: ReadonlySet<string> = new Set(['fee', 'fees', 'עמלה', 'עמלות', 'gebuhr']);

/** Status of a row that is not booked yet. */
export const PENDING_WORDS =
  /^(?:pending|open|authori[sz]ed|processing|in progress|vorgemerkt|umsatz vorgemerkt|offen|ausstehend|en attente|pendiente|non contabilizzato|in attesa|ממתי[נן]\S*|בתהליך|טרם|בקליטה)/i;

/** Titles of tables whose rows are not booked yet, and titles of any table of rows. */
export const PENDING_TITLE = /(?<!נכון ל)היום|טרם|ממתי[נן]|המתנה|עתידי|זמני/;
export const TABLE_TITLE = /תנועות|עסקאות|עסקות/;

/** Titles of tables whose rows are taken on days of their own. */
export const OWN_CHARGE_TITLE = /מיידי|מידי|מחוץ למועד/;

/** Status of a row that never came about. */
export const VOID_WORDS =
  /^(?:reverted|declined|failed|cancell?ed|rejected|denied|void(?:ed)?|expired|abgelehnt|storniert|refuse|annule|rechazad[ao]|נדחתה?|בוטלה?)/i;

/** What a card adds to a purchase, in a row of its own. */
export const CARD_FEE = /^(?:עמל[הת]|דמי|commission|(?:\S+ ){0,3}fee)(?!\p{L})/iu;

/** Languages whose dates never begin with the month. */
export const DAY_FIRST_NAMES =
  /[\u0590-\u05ff]|^(?:buchung|datum|wert|betrag|fecha|importe|libelle|montant|concepto|saldo|solde|verwendungszweck|soll|haben|descripcion|descrizione|bedrag|omschrijving|debit euros|data)/;

/** Languages that write a comma before decimals. */
export const COMMA_NAMES =
  /^(?:buchung|datum|wert|betrag|fecha|importe|libelle|montant|concepto|saldo|solde|verwendungszweck|soll|haben|descripcion|descrizione|bedrag|omschrijving|data)/;

const CARD_COMPANIES = [
  ...[
    'ישראכרט',
    'מקס איט',
    'max it',
    'כאל',
    'כ א ל',
    'ויזה כאל',
    'לאומי קארד',
    'לאומי ויזה',
    'אמריקן אקספרס',
  ],
  ...[
    'american express',
    'אמקס',
    'visa cal',
    'icc cal',
    'isracard',
    'דיינרס',
    'diners',
    'כרטיסי אשראי',
    'כרטיסי אשרא',
    'כרטיס אשראי',
    'כרטיס אשרא',
  ],
];
const CARD_PAYMENTS = [
  '(?:חיוב|תשלום) [לב]?ה?(?:כרטיס|ויזה|מא?סטר ?קא?רד)',
  ...['credit card', 'credit crd', 'card (?:bill|autopay|services)', 'crd autopay', 'amex', 'barclaycard'],
  ...['kreditkarte\\p{L}*', 'visa abrechnung', 'carte de credit', 'tarjeta de credito', 'carta di credito'],
];
const CARD_PAYMENT = new RegExp(
  `(?<![\\p{L}])[לבמהו]?(?:${[...CARD_COMPANIES.map(fold), ...CARD_PAYMENTS].join('|')})(?![\\p{L}])`,
  'u',
);
// A fee of a card, a loan of its company and the charge of a single purchase pay no card.
const NO_CARD_PAYMENT =
  /(?<![\p{L}])(?:עמל[הת]|דמי|הלוואה|הלואה|החזר|זיכוי|fees?|loan|interest|refund|purchase|pos|דביט|debit|debitkarte|מיידי|מידי|כספומט|בנקט|מזומ\p{L}*|cash|atm)(?![\p{L}])/u;

/** A part of each word that says so. Nearly all texts have none, and folding a hundred thousand takes a second. */
const MAY_MOVE =
  /כרטיס|אשרא|כרט|קארד|מקס|כ.?א.?ל|ויזה|אמריקן|דיינרס|מא?סטר|max|cal|visa|card|crd|amex|american|diners|kredit|carte|tarjeta|carta|מזומ|ספומט|בנק|atm|cash|geld|abhebung|retrait|cajero|bancomat|prelievo|einzahlung/iu;

/** Whether the text of a row of a bank account pays a whole card. */
export function paysCard(text: string): boolean {
  if (!MAY_MOVE.test(text)) return false;
  const key = fold(text);
  return CARD_PAYMENT.test(key) && !NO_CARD_PAYMENT.test(key);
}

const WITHDRAWAL =
  /(?<![\p{L}])(?:משיכ[תה] (?:[במ]?ה?)מזומ\S*|(?:[במ]?ה?)(?:כספומט|בנקט|בנקומט)|atm|cash ?(?:point|machine|withdrawal|withdrawn|advance)|withdrawal (?:of )?cash|geldautomat\S*|geldausgabeautomat\S*|bargeld\S*|barabhebung|retrait (?:dab|d?especes)|cajero|bancomat|prelievo|geldautomaat|geldopname)(?![\p{L}])/u;
const DEPOSIT =
  /(?<![\p{L}])(?:הפקד[תה] (?:[במ]?ה?)(?:מזומ\S*|כספומט|בנקט|בנקומט)|cash deposit|deposit (?:of )?cash|atm deposit|bareinzahlung)(?![\p{L}])/u;
// A fee, a check and a purchase at a cash machine's terminal are no cash.
const NO_CASH =
  /(?<![\p{L}])(?:עמל[הת]|דמי|fees?|charge|gebuhr\S*|commission|frais|שיק\S*|המחא\S*|che(?:ck|que)s?|refund|החזר|ביטול)(?![\p{L}])/u;

/** Whether a row of a bank account is cash that was withdrawn or deposited. */
export function movesCash(text: string, type: 'expense' | 'income'): boolean {
  if (!MAY_MOVE.test(text)) return false;
  const key = fold(text);
  return (type === 'expense' ? WITHDRAWAL : DEPOSIT).test(key) && !NO_CASH.test(key);
}
