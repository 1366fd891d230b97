import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/children.ts';
import { recordOutcome } from '../../src/domain/backups/runs.ts';
import { recordRun } from '../../src/domain/instance/job-runs.ts';
import { createTestApp, forEachApp } from '../support/app.ts';
import { createMember } from '../support/members.ts';

const TOKEN = 'a-token-of-tests';

forEachApp({ environment: { METRICS_TOKEN: TOKEN, BACKUP_COMMAND: 'true' } }, (testApp, engine) => {
  const without = createTestApp(engine);

  const read = (authorization?: string) =>
    testApp.request('/metrics', { headers: { ...(authorization && { authorization }) } });

  test('figures are for whoever sends the token, and for nobody where none is set', async () => {
    const person = await createMember(testApp, { role: 'super_admin' });
    for (const sent of [undefined, 'Bearer', `Bearer ${TOKEN}x`, 'Basic x', `Bearer ${person.accessToken}`])
      expect((await read(sent)).status, sent).toBe(401);
    expect(
      (await without.request('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })).headers.get(
        'content-type',
      ),
    ).toContain('text/html');
  });

  test('every figure has its help, its type and values', async () => {
    await testApp.call('GET', '/users/profile');
    const answer = await read(`Bearer ${TOKEN}`);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const lines = (await answer.text()).trimEnd().split('\n');
    const typed = new Set(lines.flatMap((line) => /^# TYPE (\w+) /.exec(line)?.[1] ?? []));
    for (const line of lines.filter((one) => !one.startsWith('#'))) {
      expect(line).toMatch(/^[a-z_]+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? -?\d+(\.\d+)?(e-?\d+)?$/);
      expect(typed).toContain((/^\w+/.exec(line)?.[0] ?? '').replace(/_(bucket|sum|count)$/, ''));
    }
    const figure = (name: string) => Number(lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1]);
    expect(figure('pruta_http_requests_total{status="4xx"}')).toBeGreaterThan(0);
    // A counter that begins with its first error hides it from `rate`.
    expect(figure('pruta_http_requests_total{status="5xx"}')).toBe(0);
    expect(figure('pruta_http_request_duration_seconds_bucket{le="+Inf"}')).toBe(
      figure('pruta_http_request_duration_seconds_count'),
    );
    expect(figure('pruta_database_up')).toBe(1);
    expect(figure('pruta_database_size_bytes')).toBeGreaterThan(0);
    expect(lines.join('\n')).toContain(`engine="${engine.name}"`);
  });

  test('there is every figure that the dashboard and the alerts name', async () => {
    const at = testApp.app.clock();
    await recordRun(engine.db, 'backup_command', at, at);
    await recordOutcome(engine.db, undefined, { name: 'pruta-2026-06-15-020000.db', differences: 0 }, at);
    const text = await (await read(`Bearer ${TOKEN}`)).text();
    const given = new Set(text.match(/^\w+/gm));
    for (const file of ['grafana.json', 'alerts.yaml']) {
      const named = readFileSync(join(ROOT, 'deploy', file), 'utf8').match(/\b(pruta|process)_\w+/g) ?? [];
      expect(named.length).toBeGreaterThan(5);
      for (const name of named) expect(given, file).toContain(name);
    }
    expect(text).toMatch(/\{status="\dxx"\}/);
    expect(text).toContain('pruta_job_last_run_timestamp_seconds{job="backup_command"}');
  });
});
