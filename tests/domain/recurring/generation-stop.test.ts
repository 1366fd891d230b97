import { expect, test } from 'vitest';
import { scheduleGeneration } from '../../../src/jobs/schedule-generation.ts';
import { forEachApp } from '../../support/app.ts';
import { createMember } from '../../support/members.ts';
import { makeTemplate } from '../../support/templates.ts';

const THREAD = new URL(
  "data:text/javascript,import { parentPort } from 'node:worker_threads'; parentPort.postMessage(7);",
);

forEachApp({ environment: { LOG_LEVEL: 'info' } }, (testApp) => {
  test('a node that stops while it looks for due templates starts no thread', async () => {
    const member = await createMember(testApp);
    await makeTemplate(testApp, member, { interval_type: 'daily' });
    testApp.setClock('2026-08-15T09:00:00.000Z');
    const { app, logs } = testApp;
    const generated = () => logs.filter((line) => line.includes('recurring transactions made')).length;

    const stopLater = scheduleGeneration(app, THREAD);
    await app.settle();
    stopLater();
    expect(generated()).toBe(1);

    const stop = scheduleGeneration(app, THREAD);
    app.beginStop();
    stop();
    await app.settle();
    expect(generated()).toBe(1);
  });
});
