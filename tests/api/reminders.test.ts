import { expect, test } from 'vitest';
import { assembleApp } from '../../src/app.ts';
import { localNow, plusDays } from '../../src/domain/calendar.ts';
import { quietUntil } from '../../src/domain/reminders/send.ts';
import { generateDue } from '../../src/jobs/generate-due.ts';
import { sendReminders } from '../../src/jobs/send-reminders.ts';
import type { Message } from '../../src/mail/letter.ts';
import { createMailer } from '../../src/mail/mailer.ts';
import { createTestApp, forEachApp, type TestApp } from '../support/app.ts';
import { bankImports, csv } from '../support/bank-imports.ts';
import { readOutbox, startMailbox } from '../support/mailbox.ts';
import { categoriesOf, createMember, type Member, record } from '../support/members.ts';
import { restrict } from '../support/restrictions.ts';
import { makeTemplate } from '../support/templates.ts';

const ZONE = 'Asia/Jerusalem';
const ALL = { bill: true, budget: true, unusual_amount: true, import_due: true };

test.each([
  ['21:00', '08:00', '2026-06-15T19:30:00Z', '2026-06-16T05:00:00.000Z'],
  ['21:00', '08:00', '2026-06-16T04:59:00Z', '2026-06-16T05:00:00.000Z'],
  ['21:00', '08:00', '2026-06-16T05:00:00Z', null],
  ['13:00', '15:00', '2026-06-15T10:30:00Z', '2026-06-15T12:00:00.000Z'],
  // Clocks go forward by an hour in the night of 27 March 2026, and back on 25 October.
  ['21:00', '08:00', '2026-03-26T20:00:00Z', '2026-03-27T05:00:00.000Z'],
  ['21:00', '08:00', '2026-10-24T20:00:00Z', '2026-10-25T06:00:00.000Z'],
  // 02:30 is skipped, and 01:30 occurs twice: it is never quiet without an end ahead.
  ['21:00', '02:30', '2026-03-26T23:00:00Z', '2026-03-27T00:30:00.000Z'],
  ['21:00', '01:30', '2026-10-24T23:10:00Z', '2026-10-24T23:20:00.000Z'],
  [null, null, '2026-06-15T23:00:00Z', null],
])('quiet from %s to %s at %s ends at %s', (from, to, now, end) => {
  expect(quietUntil({ quiet_from: from, quiet_to: to }, new Date(now), ZONE)).toBe(end);
});

// Zones of quarter hours and of the edge of the day, and where clocks change by half an hour or at midnight.
test.each([
  'Asia/Jerusalem',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'America/Santiago',
])('nothing is sent in the quiet hours of a year in %s, and they end', (timezone) => {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit' });
  const wrong: string[] = [];
  const hours = [
    ['21:00', '08:00'],
    ['00:00', '03:30'],
    ['23:30', '00:30'],
  ] as const;
  for (let at = Date.parse('2026-01-01T00:07Z'); at < Date.parse('2027-01-01'); at += 49 * 60_000)
    for (const [from, to] of hours) {
      const isQuiet = (time: string) => (from > to ? time >= from || time < to : time >= from && time < to);
      const end = quietUntil({ quiet_from: from, quiet_to: to }, new Date(at), timezone);
      const minutes = end === null ? 0 : (Date.parse(end) - at) / 60_000;
      const isRight =
        end === null
          ? !isQuiet(clock.format(at))
          : isQuiet(clock.format(at)) &&
            minutes > 0 &&
            minutes <= 12 * 60 &&
            // It is over then, unless that hour comes twice.
            (minutes <= 10 || !isQuiet(clock.format(Date.parse(end))));
      if (!isRight) wrong.push(`${from} ${to} ${new Date(at).toISOString()} ${end}`);
    }
  expect(wrong).toEqual([]);
});

forEachApp((testApp, engine) => {
  const other = createTestApp(engine);
  const { preview, carryOut } = bankImports(testApp);

  /** A person whose session does not end while the clock moves. */
  async function createPatient(options: Parameters<typeof createMember>[1] = {}): Promise<Member> {
    const member = await createMember(testApp, options);
    const never = { expires_at: '2030-01-01T00:00:00.000Z', access_expires_at: '2030-01-01T00:00:00.000Z' };
    await engine.db.updateTable('sessions').set(never).where('user_id', '=', member.id).execute();
    return member;
  }

  const choose = async (as: Member, body: object) => {
    const reply = await testApp.call('PUT', '/users/reminders', { as, body });
    expect(reply.status, reply.text).toBe(200);
  };

  async function budget(as: Member, amount: number) {
    const category = (await categoriesOf(testApp, as)).find(({ type }) => type === 'expense');
    await testApp.call('POST', '/budgets', { as, body: { category_ids: [category?.id], amount } });
    return category?.id;
  }

  /** The lines of the mails to a person so far, without their links. */
  async function linesTo(app: TestApp, { email }: Member): Promise<string[]> {
    const mails = (await readOutbox(app.dataDir)).filter(({ to }) =>
      to?.some(({ address }) => address === email),
    );
    return mails.flatMap(({ text = '' }) => [...text.matchAll(/^- (.+)$/gm)].map(([, line = '']) => line));
  }

  const lookAt = async (instant: string) => {
    testApp.setClock(instant);
    await sendReminders(testApp.app);
  };

  test('each reminder of a year comes once, over two nodes that are killed at every turn', async () => {
    testApp.setClock('2026-06-15T09:00:00Z');
    const member = await createPatient({ preferences: { timezone: ZONE, time_format: '24h' } });
    await makeTemplate(testApp, member, { description: 'Rent', amount: 4000, start_date: '2026-05-31' });
    await makeTemplate(testApp, member, { description: 'Bus', amount: 6, interval_type: 'daily' });
    await makeTemplate(testApp, member, { description: 'Pay', type: 'income', amount: 9000 });
    const categoryId = await budget(member, 1000);
    await choose(member, ALL);

    const arrived = new Map<string, Message>();
    let turn = 0;
    // A mail server recognises what it has by its id. A node may end before it has the mail, or just afterwards.
    const deliver = async (_to: string, message: Message) => {
      turn += 1;
      if (turn % 5 === 1) throw new Error('killed before');
      arrived.set(message.id ?? '', message);
      if (turn % 5 === 2) throw new Error('killed after');
      return turn % 5 === 3 ? ('failed' as const) : ('sent' as const);
    };
    const nodes = [testApp, other].map(({ app }) => ({ ...app, deliverMail: deliver }));
    const months: string[] = [];
    // PostgreSQL takes ten times as long: two ends of a month.
    const days = engine.name === 'sqlite' ? 366 : 50;
    for (let day = 0; day < days; day += 1) {
      const date = plusDays('2026-06-15', day);
      const month = date.slice(0, 7);
      // Around what happens in a month.
      if (!/-(0[19]|1[01]|20|21|2[5-9]|3[01])$/.test(date)) continue;
      for (const time of ['09:00', '20:30']) {
        for (const node of [testApp, other]) node.setClock(`${date}T${time}:00Z`);
        if (date.endsWith('-25')) await generateDue(testApp.app);
        // In one month of two the budget is passed at once, in the others in two steps.
        if (date.slice(8) >= '10' && !months.includes(month)) {
          months.push(month);
          const amount = months.length % 4 === 1 ? 1200 : 850;
          await record(testApp, member, { categoryId, amount, date });
        }
        if (date.slice(8) >= '20' && !months.includes(`${month}+`)) {
          months.push(`${month}+`);
          await record(testApp, member, { categoryId, amount: 200, date });
        }
        await Promise.allSettled(nodes.map((node) => sendReminders(node)));
      }
    }
    // What waits is sent by whoever is left.
    testApp.setClock('2027-06-20T09:00:00Z');
    await sendReminders({
      ...testApp.app,
      deliverMail: async (_to, message) => {
        arrived.set(message.id ?? '', message);
        return 'sent';
      },
    });

    const lines = [...arrived.values()].flatMap(({ text }) =>
      [...text.matchAll(/^- (.+)$/gm)].map(([, line = '']) => line),
    );
    const due = [
      ...['2026-06-30', '2026-07-31', '2026-08-31', '2026-09-30', '2026-10-31', '2026-11-30'],
      ...['2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'],
    ].filter((date) => plusDays(date, -3) < plusDays('2026-06-15', days));
    const rents = lines.filter((line) => line.startsWith('Rent'));
    expect(new Set(rents).size).toBe(due.length);
    expect(rents).toHaveLength(due.length);
    expect(lines.filter((line) => line.startsWith('Bus'))).toEqual([]);
    const sent = await engine.db
      .selectFrom('sent_reminders')
      .selectAll()
      .where('user_id', '=', member.id)
      .orderBy('sent_at')
      .execute();
    const bills = sent.filter(({ kind }) => kind === 'bill');
    expect(bills.map(({ subject }) => subject.slice(-10))).toEqual(due);
    for (const { subject, sent_at } of bills) {
      const { date } = localNow(new Date(sent_at), ZONE);
      expect(date, subject).toBe(plusDays(subject.slice(-10), -3));
    }
    for (const { sent_at } of sent) {
      const { time } = localNow(new Date(sent_at), ZONE);
      expect(time >= '08:00' && time < '21:00', sent_at).toBe(true);
    }
    // A month in which the budget was passed at once has one line, any other two.
    const passed = months.filter((month) => month.length === 7);
    const near = lines.filter((line) => line.endsWith('₪850.00 of ₪1,000.00 is spent, ₪150.00 left'));
    const over = lines.filter((line) => /₪(50|200|400)\.00 over the budget of ₪1,000\.00$/.test(line));
    expect([near.length, over.length]).toEqual([Math.floor(passed.length / 2), passed.length]);
    expect(await engine.db.selectFrom('reminder_mails').selectAll().execute()).toEqual([]);
  });

  test('a large expense, a low balance before payday and a missing file are told, in one mail in Hebrew', async () => {
    testApp.setClock('2026-06-15T09:00:00Z');
    const member = await createPatient({
      locale: 'he',
      preferences: { timezone: ZONE, date_format: 'DD/MM/YYYY' },
    });
    await record(testApp, member, { type: 'income', amount: 5000, description: 'מתנה' });
    await makeTemplate(testApp, member, { description: 'משכורת', type: 'income', start_date: '2026-09-01' });
    await makeTemplate(testApp, member, { description: 'ביטוח', amount: 2800, start_date: '2026-08-20' });
    const { id } = await preview(member, csv('2026-05-04,Bread,-5.00'), 'b.csv');
    await carryOut(member, id);
    testApp.setClock('2026-08-10T09:00:00Z');
    for (let count = 0; count < 12; count += 1)
      await record(testApp, member, { amount: 10, date: plusDays('2026-07-20', count) });
    await record(testApp, member, { amount: 1500, description: 'אופניים', date: '2026-08-10' });
    await record(testApp, member, { amount: 1600, description: 'ישן', date: '2026-07-10' });
    await choose(member, { ...ALL, low_balance: true, low_balance_line: -1000.5 });
    await sendReminders(testApp.app);
    expect(await linesTo(testApp, member)).toEqual([
      'סכום חריג: ₪1,500.00 עבור אופניים ביום שני, 10 באוגוסט',
      'היתרה צפויה להיות −\u2060₪1,025.00 ביום חמישי, 20 באוגוסט, פחות מהסכום שקבעת (−\u2060₪1,000.50)',
      expect.stringMatching(/^.+: לא יובא קובץ מאז יום שני, 15 ביוני$/),
    ]);
    const [mail] = (await readOutbox(testApp.dataDir)).filter(({ to }) => to?.[0]?.address === member.email);
    expect(mail?.subject).toBe('3 תזכורות מ־Pruta');
    expect(mail?.html).toContain('dir="rtl"');
    expect(mail?.html).not.toMatch(/[\u2066-\u2069]/);
    await lookAt('2026-08-11T09:00:00Z');
    await lookAt('2026-08-16T09:00:00Z');
    expect(await linesTo(testApp, member)).toHaveLength(3);
    await lookAt('2026-08-18T09:00:00Z');
    expect((await linesTo(testApp, member)).slice(3)).toEqual(['ביטוח: ₪2,800.00 ביום חמישי, 20 באוגוסט']);
  });

  test('a bill of a card is told, but not what the bill has, and not to a blocked or closed account', async () => {
    testApp.setClock('2026-06-15T09:00:00Z');
    const members = await Promise.all(['a', 'b', 'c'].map(() => createPatient()));
    for (const as of members) {
      const card = { name: 'Visa', kind: 'credit_card', billing_day: 18 };
      const { data } = await testApp.call<{ account: { id: string } }>('POST', '/accounts', {
        as,
        body: card,
      });
      await record(testApp, as, { description: 'Shoes', amount: 80, accountId: data.account.id });
      await choose(as, ALL);
    }
    const [one, blocked, closed] = members as [Member, Member, Member];
    await restrict(engine.db, blocked.id);
    await engine.db.updateTable('users').set({ closed_at: 'x' }).where('id', '=', closed.id).execute();
    await lookAt('2026-06-15T10:00:00Z');
    expect(await linesTo(testApp, one)).toEqual(['Visa: ₪80.00 on Thursday, June 18']);
    expect(await linesTo(testApp, blocked)).toEqual([]);
    expect(await linesTo(testApp, closed)).toEqual([]);
  });

  test('a budget that earlier overspending leaves below zero is told without an amount below zero', async () => {
    testApp.setClock('2026-06-15T09:00:00Z');
    const member = await createPatient();
    const [food] = (await categoriesOf(testApp, member)).filter(({ type }) => type === 'expense');
    const body = { category_ids: [food?.id], amount: 100, carry: 'overspent', from: '2026-05-01' };
    await testApp.call('POST', '/budgets', { as: member, body });
    await record(testApp, member, { amount: 300, date: '2026-05-10', categoryId: food?.id });
    await record(testApp, member, { amount: 5, date: '2026-06-10', categoryId: food?.id });
    await choose(member, { budget: true });
    await lookAt('2026-06-15T10:00:00Z');
    expect(await linesTo(testApp, member)).toEqual([
      `${food?.name}: ₪105.00 over budget, with what was overspent before`,
    ]);
  });

  test('what is switched off is not sent, and answers say what is on', async () => {
    testApp.setClock('2026-06-15T09:00:00Z');
    const member = await createPatient();
    const off = {
      bill: false,
      budget: false,
      unusual_amount: false,
      low_balance: false,
      import_due: false,
      low_balance_line: null,
      quiet_from: '21:00',
      quiet_to: '08:00',
      by_mail: true,
    };
    expect((await testApp.call('GET', '/users/reminders', { as: member })).data).toEqual({ reminders: off });
    await makeTemplate(testApp, member, { description: 'Rent', start_date: '2026-06-17' });
    await choose(member, { budget: true, quiet_from: '', quiet_to: null });
    await lookAt('2026-06-15T20:00:00Z');
    expect(await linesTo(testApp, member)).toEqual([]);
    const refused = async (body: object) => {
      const { status, error } = await testApp.call('PUT', '/users/reminders', { as: member, body });
      return [status, ...((error?.details ?? []) as { field: string }[]).map(({ field }) => field)];
    };
    expect(await refused({ low_balance: true })).toEqual([400, 'low_balance_line']);
    expect(await refused({ low_balance_line: '1.234' })).toEqual([400, 'low_balance_line']);
    expect(await refused({ quiet_from: '25:00' })).toEqual([400, 'quiet_from']);
    expect(await refused({ quiet_from: '21:00' })).toEqual([400, 'quiet_to']);
    expect(await refused({ quiet_from: '21:00', quiet_to: '21:00' })).toEqual([400, 'quiet_to']);
    expect(await refused({ bill: 'perhaps' })).toEqual([400, 'bill']);
    const { data } = await testApp.call('GET', '/users/reminders', { as: member });
    expect(data).toEqual({ reminders: { ...off, budget: true, quiet_from: null, quiet_to: null } });
  });

  test('a mail server that is away gets the mail later, with a way to unsubscribe', async () => {
    testApp.setClock('2026-06-15T09:00:00Z');
    const member = await createPatient();
    await makeTemplate(testApp, member, { description: 'Rent & <b>', start_date: '2026-06-17' });
    await choose(member, ALL);
    const away = { ...testApp.app, deliverMail: async () => 'failed' as const };
    await sendReminders(away);
    const mailbox = await startMailbox();
    const { config, database, log, clock } = testApp.app;
    const mailer = createMailer({
      smtpUrl: mailbox.url,
      from: 'Pruta <pruta@money.example.org>',
      outboxDir: '/nowhere',
    });
    const withServer = assembleApp({ config, database, log, clock, mailer });
    await sendReminders(withServer);
    expect(mailbox.messages).toEqual([]);
    testApp.setClock('2026-06-15T09:06:00Z');
    await sendReminders(withServer);
    const mail = await mailbox.messageTo(member.email);
    await mailer.close();
    await mailbox.stop();
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
    expect(mail.subject).toBe('Rent & <b>: ₪10.00 on Wednesday, June 17');
    expect(mail.html).toContain('Rent &amp; &lt;b&gt;');
    expect(mail.messageId).toMatch(/^<[\da-f-]{36}@money\.example\.org>$/);
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(header('list-unsubscribe')).toMatch(/^<http:\/\/[^>]+\/unsubscribe\/bill\/[\w-]{64}>$/);
    expect(mail.text).toContain(header('list-unsubscribe')?.slice(1, -1));
    expect(mail.text).toContain('/unsubscribe/all/');
    expect(await engine.db.selectFrom('reminder_mails').selectAll().execute()).toEqual([]);
  });
});
