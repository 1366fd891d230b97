import { pressRows } from '../row-presses.ts';
import { change, loadMeans } from './keyboard.ts';

export { change, enterCells } from './keyboard.ts';

pressRows({
  change: (cell) => void change(cell),
  hint: async () => (await loadMeans()).t('list:inPlace.mouse'),
});
