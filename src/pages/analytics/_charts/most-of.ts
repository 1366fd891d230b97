export function mostOf<Item>(items: readonly Item[], sizeOf: (item: Item) => number): Item | undefined {
  let largest: Item | undefined;
  for (const item of items) if (largest === undefined || sizeOf(item) > sizeOf(largest)) largest = item;
  return largest;
}

export function allMostOf<Item>(items: readonly Item[], sizeOf: (item: Item) => number): Item[] {
  const largest = Math.max(...items.map(sizeOf));
  return items.filter((item) => sizeOf(item) === largest);
}

/** Whether several items share the largest value, so that none of them stands out. */
export function isShared<Item>(items: readonly Item[], sizeOf: (item: Item) => number): boolean {
  return allMostOf(items, sizeOf).length > 1;
}
