import { readMaintenance, setMaintenance } from '../../src/domain/site-settings/maintenance.ts';
import { type Command, UsageError } from './command.ts';

export const maintenance: Command = {
  usage: 'on [MESSAGE] | off | status',
  summary: 'Begin or end maintenance: only administrators are served, and jobs rest',
  details: ['In force on every node within a second. MESSAGE is what people read meanwhile, in quotes.'],
  options: {},
  words: { least: 1, most: 2 },
  async run({ words: [act = '', message], print, withDatabase }) {
    if (!['on', 'off', 'status'].includes(act) || (message !== undefined && act !== 'on'))
      throw new UsageError('It is "on", "off" or "status"; only "on" takes a message.');
    const now = await withDatabase(async (context) => {
      if (act !== 'status') await setMaintenance(context, act === 'on', message);
      return readMaintenance(context);
    });
    print(
      now.isOn ? `Maintenance is on. People read: ${now.message || 'the usual text'}` : 'Maintenance is off.',
    );
    return 0;
  },
};
