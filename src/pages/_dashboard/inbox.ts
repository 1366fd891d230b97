import type { Attention } from '../../domain/home/attention.ts';
import type { Home } from '../../domain/home/read.ts';
import { DAYS_BACK } from '../../domain/insights/history.ts';
import type { Finding } from '../../domain/insights/read.ts';
import { accountName } from '../../domain/money-accounts/name.ts';
import type { Candidate } from '../../domain/transactions/transfers/candidates.ts';
import { isolated, isolatedAmount } from '../../i18n/isolated.ts';
import { html, type Markup } from '../../markup.ts';
import type { IconName } from '../../ui/icons/names.ts';
import { listHref } from '../transactions/_list/list-address.ts';

interface Act {
  label: string;
  /** Tells buttons with the same label apart. */
  about?: string;
  href: string;
  /** The dialog that scripts open for a link. */
  opens?: 'edit';
  /** The fields of a form; without them the act is a link. */
  fields?: Record<string, string>;
  /** The id of the form. */
  id?: string;
  isQuiet?: boolean;
}

interface Item {
  icon: IconName;
  /** What it is about, a link between the two parts of the text. */
  subject?: { text: string; href: string; opens?: 'edit' };
  text: string;
  acts: Act[];
}

type Texts = Pick<App.Locals, 't' | 'format' | 'locale'>;

/** Stands in a text for its subject. */
const SUBJECT = '{}';

const BACK = { return: '/' };

const CANDIDATES = '/transactions/transfer/candidates';

export interface InboxItem extends Pick<Item, 'icon' | 'acts'> {
  sentence: Markup;
}

export function inboxItems(
  { attention, trouble, waiting }: Pick<Home, 'attention' | 'trouble' | 'waiting'>,
  texts: Texts,
): InboxItem[] {
  const { t } = texts;
  const people = waiting.map(
    ({ id, username, email }): Item => ({
      icon: 'User',
      text: t('dashboard:attention.waiting', { name: isolated(username), email: isolated(email) }),
      acts: [
        {
          label: t('dashboard:attention.confirm'),
          about: `: ${username}`,
          href: `/admin/users/${id}/verify-email?return=/`,
          fields: { action: 'verify_email' },
        },
      ],
    }),
  );
  const instance: Item[] = trouble
    ? [
        {
          icon: 'ShieldCheck',
          text: t(`admin:attention.${trouble.kind}`, { count: trouble.count }),
          acts: [{ label: t('admin:title'), href: '/admin' }],
        },
      ]
    : [];
  return shown([...instance, ...people, ...attention.map((notice) => itemOf(notice, texts))]);
}

export function candidateItems(found: readonly Candidate[], texts: Texts): InboxItem[] {
  return shown(found.map((candidate) => transfer(candidate, texts, {})));
}

const shown = (items: Item[]): InboxItem[] =>
  items.map(({ icon, acts, ...item }) => ({ icon, acts, sentence: sentenceOf(item) }));

// Written as one, because white space in a template would be seen inside quotation marks.
function sentenceOf({ text, subject }: Pick<Item, 'text' | 'subject'>): Markup {
  if (!subject) return html`${text}`;
  const [before, after] = text.split(SUBJECT);
  const dialog = subject.opens && html` data-transaction="${subject.opens}"`;
  return html`${before}<a href="${subject.href}"${dialog}><bdi>${subject.text}</bdi></a>${after}`;
}

function itemOf(notice: Attention, texts: Texts): Item {
  const { t, format } = texts;
  switch (notice.kind) {
    case 'duplicate':
      return duplicate(notice, texts);
    case 'duplicates':
      return {
        icon: 'ArrowLeftRight',
        text: t('dashboard:attention.duplicates', { count: notice.count }),
        acts: [{ label: t('dashboard:attention.duplicatesLink'), href: '/transactions/insights#repeated' }],
      };
    case 'transfer':
      return transfer(notice.candidate, texts, BACK);
    case 'transfers':
      return {
        icon: 'ArrowLeftRight',
        text: t('dashboard:attention.transfers', { count: notice.count }),
        acts: [{ label: t('dashboard:attention.transfersLink'), href: CANDIDATES }],
      };
    case 'unusual': {
      const { transaction } = notice;
      const reasons = transaction.reasons.map((reason) => t(`insights:flag.${reason}`)).join(', ');
      return {
        icon: 'CircleAlert',
        subject: subjectOf(transaction),
        text: t('dashboard:attention.unusual', {
          name: SUBJECT,
          amount: isolatedAmount(format.money(transaction.amount)),
          date: isolated(format.date(transaction.date)),
          reasons,
        }),
        acts: [{ label: t('dashboard:attention.unusualLink'), href: '/transactions/insights#unusual' }],
      };
    }
    case 'repeats': {
      const { id, amount, date, description } = notice.transaction;
      return {
        icon: 'Repeat',
        subject: subjectOf(notice.transaction),
        text: t('dashboard:attention.repeats', {
          name: SUBJECT,
          amount: isolatedAmount(format.money(amount)),
          day: Number(date.slice(8)),
        }),
        acts: [
          {
            label: t('dashboard:attention.repeat'),
            about: `: ${description}`,
            href: '/recurring/repeat',
            fields: { ...BACK, transactionId: id },
          },
        ],
      };
    }
    case 'spending':
      return {
        icon: 'ChartPie',
        text: t('dashboard:attention.spending', { percent: isolated(format.percent(notice.change)) }),
        acts: [
          { label: t('dashboard:attention.spendingLink'), href: '/analytics/spending?period=this-month' },
        ],
      };
    case 'uncategorized':
      return uncategorized(notice, texts);
    default:
      return series(notice, texts);
  }
}

const editHref = (id: string) => `/transactions/${id}/edit?return=/`;

const subjectOf = ({ id, description }: Finding) => ({
  text: description,
  href: editHref(id),
  opens: 'edit' as const,
});

function transfer(
  { expense, income, account, date }: Candidate,
  { t, format, locale }: Texts,
  more: Record<string, string>,
): Item {
  const about = `: ${expense.row.description}`;
  const fields = {
    ...more,
    expenseId: expense.row.id,
    ...(income ? { incomeId: income.row.id } : { accountId: account.id }),
  };
  return {
    icon: 'ArrowLeftRight',
    text: t(income ? 'dashboard:attention.transfer' : 'dashboard:attention.bill', {
      amount: isolatedAmount(format.money(expense.row.amount)),
      from: isolated(accountName(expense.account, locale)),
      fromText: isolated(expense.row.description),
      fromDate: isolated(format.date(expense.row.date)),
      to: isolated(accountName(account, locale)),
      toText: isolated(income?.row.description ?? ''),
      toDate: isolated(format.date(date)),
    }),
    acts: [
      {
        label: t('dashboard:attention.isTransfer'),
        about,
        href: CANDIDATES,
        id: `pair-${expense.row.id}`,
        fields: { ...fields, act: 'join' },
      },
      {
        label: t('dashboard:attention.noTransfer'),
        about,
        href: CANDIDATES,
        fields: { ...fields, act: 'dismiss' },
        isQuiet: true,
      },
    ],
  };
}

function duplicate(
  { transaction, duplicateOf }: Extract<Attention, { kind: 'duplicate' }>,
  { t, format }: Texts,
): Item {
  const { id, description, updated_at } = transaction;
  const about = `: ${description}`;
  const isNamedAlike = description === duplicateOf.description;
  const first = isolated(format.date(duplicateOf.date));
  return {
    icon: 'ArrowLeftRight',
    subject: subjectOf(transaction),
    text: t(
      transaction.date === duplicateOf.date
        ? 'dashboard:attention.duplicateDay'
        : 'dashboard:attention.duplicate',
      {
        name: SUBJECT,
        amount: isolatedAmount(format.money(transaction.amount)),
        first: isNamedAlike ? first : `${first} (${isolated(duplicateOf.description)})`,
        second: isolated(format.date(transaction.date)),
      },
    ),
    acts: [
      {
        label:
          transaction.date === duplicateOf.date
            ? t('insights:deleteLater')
            : t('insights:deleteOf', { date: isolated(format.date(transaction.date)) }),
        about,
        href: `/transactions/${id}/delete?return=/`,
        fields: { scope: 'single', basedOn: updated_at },
      },
      {
        label: t('insights:notDuplicate'),
        about,
        href: '/transactions/insights',
        fields: { ...BACK, act: 'note', transactionId: id, duplicateOf: duplicateOf.id },
        isQuiet: true,
      },
    ],
  };
}

function uncategorized(
  { count, share, only, dates }: Extract<Attention, { kind: 'uncategorized' }>,
  { t, format }: Texts,
): Item {
  const values = { count, days: DAYS_BACK };
  return {
    icon: 'Tag',
    text:
      share === null
        ? t('dashboard:attention.uncategorized', values)
        : t('dashboard:attention.share', { ...values, percent: isolated(format.share(share)) }),
    acts: [
      {
        label: t('dashboard:attention.uncategorizedLink', { count }),
        ...(only === null
          ? { href: listHref({ category: 'none', dateFrom: dates.from, dateTo: dates.to }) }
          : { href: `${editHref(only)}#category`, opens: 'edit' }),
      },
    ],
  };
}

function series(
  { kind, templates: [first, ...more] }: Extract<Attention, { kind: 'paused' | 'ended' }>,
  { t }: Texts,
): Item {
  const icon = 'Repeat';
  if (!first || more.length > 0)
    return {
      icon,
      text: t(`dashboard:attention.${kind}`, { count: more.length + 1 }),
      acts: [{ label: t('dashboard:attention.seriesLink'), href: `/recurring?status=${kind}` }],
    };
  const href = `/recurring/${first.id}`;
  const resume = { label: t('recurring:manager.resume'), href: `${href}/resume`, fields: BACK };
  const extend = { label: t('dashboard:attention.extend'), href: `${href}/edit?return=/` };
  return {
    icon,
    subject: { text: first.name, href },
    text: t(`dashboard:attention.${kind}Name`, { name: SUBJECT }),
    acts: [kind === 'paused' ? resume : extend],
  };
}
