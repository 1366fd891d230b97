import { expect, onTestFinished, test } from 'vitest';
import { outboxMessageTo, tokenIn } from '../support/mailbox.ts';
import { createPerson } from '../support/people.ts';
import { startServer } from '../support/server.ts';
import { TextBrowser } from '../support/text-browser.ts';

test('whoever has typed too many wrong passwords signs in with the one that they set by the mailed link', async () => {
  const server = await startServer({ RATE_LIMIT_SCALE: '1' });
  onTestFinished(() => server.kill());
  const { email } = await createPerson(server);
  const browser = new TextBrowser(server.url);
  const signIn = async (password: string) => {
    const page = await browser.open('/login');
    return browser.submit(page, page.form('password'), { email, password });
  };
  for (let turn = 0; turn < 10; turn += 1) await signIn(`wrong ${turn}`);
  expect((await signIn('wrong again')).status).toBe(429);

  const forgot = await browser.open('/forgot-password');
  await browser.submit(forgot, forgot.form('email'), { email });
  const token = tokenIn(await outboxMessageTo(server.dataDir, email), 'reset-password');
  const page = await browser.open(`/reset-password/${token}`);
  const newPassword = 'Neues-Pferd-10';
  const fields = { newPassword, confirmPassword: newPassword };
  expect((await browser.submit(page, page.form('newPassword'), fields)).address).toBe('/login');
  expect((await signIn(newPassword)).status).toBe(200);
  expect((await browser.open('/profile')).address).toBe('/profile');
});
