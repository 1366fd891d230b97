import { createTransport } from 'nodemailer';
import { expect, test } from 'vitest';
import { startMailbox, tokenIn } from './mailbox.ts';

test('the mailbox returns the mails that it receives, also to callers that ask before they arrive', async () => {
  const mailbox = await startMailbox();
  const awaited = mailbox.messageTo('NOA@example.org');
  const transport = createTransport(mailbox.url);
  const link = 'http://localhost/verify-email/abc-DEF_1';
  await transport.sendMail({
    from: 'a@example.org',
    to: 'noa@example.org',
    subject: 'שלום',
    text: `Go to ${link}.`,
  });
  const message = await awaited;
  expect(message.subject).toBe('שלום');
  expect(tokenIn(message, 'verify-email')).toBe('abc-DEF_1');
  expect(() => tokenIn(message, 'reset-password')).toThrow('No reset-password link');
  transport.close();
  await mailbox.stop();
});
