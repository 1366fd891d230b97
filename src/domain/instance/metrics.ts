import { VERSION } from '../../product.ts';
import type { Context } from '../context.ts';
import { type Health, readHealth } from './health.ts';

type Labels = Record<string, string>;
type Sample = [value: number, labels?: Labels];

/** In the text format of Prometheus, version 0.0.4. */
export async function readMetrics(
  context: Pick<Context, 'db' | 'now' | 'settings' | 'instance'>,
): Promise<string> {
  const isUp = (await context.instance.problem()) === null;
  const health = isUp ? await readHealth(context).catch(() => null) : null;
  return [
    ...processLines(context),
    ...requestLines(context.instance),
    ...gauge('pruta_mails_waiting', 'Mails that are being sent.', [context.instance.mailsWaiting()]),
    ...gauge('pruta_database_up', 'Whether the database can be read and written.', [health ? 1 : 0]),
    ...(health ? healthLines(health) : []),
    '',
  ].join('\n');
}

function processLines({ instance }: Pick<Context, 'instance'>): string[] {
  const { user, system } = process.cpuUsage();
  const started = Math.round(performance.timeOrigin) / 1000;
  const info = { version: VERSION, node: process.version.slice(1), engine: instance.engine };
  return [
    ...gauge('pruta_info', 'What runs.', [1, info]),
    ...gauge('process_start_time_seconds', 'When the process started.', [started]),
    ...gauge('process_resident_memory_bytes', 'Memory of the process.', [process.memoryUsage.rss()]),
    ...lines('process_cpu_seconds_total', 'counter', 'Time of processors.', [[(user + system) / 1e6]]),
  ];
}

function requestLines({ requests }: Context['instance']): string[] {
  const { total, by_status, not_modified } = requests.read();
  const { upTo, sum } = requests.durations();
  const name = 'pruta_http_request_duration_seconds';
  const statuses = ['2xx', '3xx', '4xx', '5xx'].map((status): Sample => [by_status[status] ?? 0, { status }]);
  return [
    ...lines('pruta_http_requests_total', 'counter', 'Answered requests.', statuses),
    ...lines('pruta_http_not_modified_total', 'counter', 'Answers that the client had.', [[not_modified]]),
    `# HELP ${name} How long answers took.`,
    `# TYPE ${name} histogram`,
    ...upTo.map(([limit, count]) => sample(`${name}_bucket`, [count, { le: String(limit) }])),
    sample(`${name}_bucket`, [total, { le: '+Inf' }]),
    sample(`${name}_sum`, [sum]),
    sample(`${name}_count`, [total]),
  ];
}

function healthLines({ database, jobs, backups }: Health): string[] {
  const ofJobs = (value: (job: Health['jobs'][number]) => number | null) =>
    jobs.flatMap((job): Sample[] => {
      const figure = value(job);
      return figure === null ? [] : [[figure, { job: job.name }]];
    });
  const seconds = (instant: string | null | undefined) => (instant ? Date.parse(instant) / 1000 : null);
  const madeAt = seconds(backups.last?.made_at);
  return [
    ...gauge('pruta_database_size_bytes', 'The size of the database.', [database.size_bytes]),
    ...gauge('pruta_job_late', 'Whether a timed job is late.', ...ofJobs(({ late }) => Number(late))),
    ...gauge(
      'pruta_job_failing',
      'Whether a timed job fails.',
      ...ofJobs(({ failing_since }) => Number(failing_since !== null)),
    ),
    ...gauge(
      'pruta_job_last_run_timestamp_seconds',
      'When a timed job was done last.',
      ...ofJobs(({ last_run_at }) => seconds(last_run_at)),
    ),
    ...gauge(
      'pruta_backup_last_timestamp_seconds',
      'When the last backup was made.',
      ...(madeAt === null ? [] : [[madeAt] as Sample]),
    ),
    ...gauge('pruta_backup_failed', 'Whether the last backup failed.', [Number(backups.failed !== null)]),
    ...gauge('pruta_backup_differences', 'Stored totals that differ in it.', [
      backups.last?.differences ?? 0,
    ]),
  ];
}

function gauge(name: string, help: string, ...samples: Sample[]): string[] {
  return lines(name, 'gauge', help, samples);
}

function lines(name: string, type: 'gauge' | 'counter', help: string, samples: Sample[]): string[] {
  if (samples.length === 0) return [];
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples.map((entry) => sample(name, entry))];
}

function sample(name: string, [value, labels = {}]: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
