const SHOPS = [
  ...['Harbor Grocery', 'Walnut Coffee', 'Fuel Point', 'Book Nook', 'מאפיית הזריחה', 'ירקן השדרה'],
  ...['Pine Dental', 'Garden Centre'],
];
const FIRST_DAY = Date.UTC(2016, 0, 1);
const DAY = 86_400_000;

/** A CSV of many valid rows over ten years, the same for the same seed; with its sums in minor units. */
export function largeBankFile(
  count: number,
  seed = 1,
): { bytes: Uint8Array; income: number; expense: number } {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state;
  };
  let income = 0;
  let expense = 0;
  const lines = Array.from({ length: count }, (_, index) => {
    const date = new Date(FIRST_DAY + Math.floor((index * 3650) / count) * DAY).toISOString().slice(0, 10);
    const minor = 100 + (next() % 49_900);
    const isIncome = next() % 20 === 0;
    if (isIncome) income += minor;
    else expense += minor;
    const shop = `${SHOPS[next() % SHOPS.length]} ${index % 997}`;
    return `${date},${shop},${isIncome ? '' : '-'}${(minor / 100).toFixed(2)},R${String(index).padStart(7, '0')}\n`;
  });
  const bytes = new TextEncoder().encode(`Date,Description,Amount,Reference\n${lines.join('')}`);
  return { bytes, income, expense };
}
