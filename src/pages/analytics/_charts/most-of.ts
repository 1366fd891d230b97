/** The item with the largest value, the first of equals. */
export function mostOf<Item>(items: readonly Item[], sizeOf: (item: Item) => number): Item | undefined {
  let most: Item | undefined;
  for (const item of items) if (most === undefined || sizeOf(item) > sizeOf(most)) most = item;
  return most;
}

/** Whether several items share the largest value, so that none of them stands out. */
export function isShared<Item>(items: readonly Item[], sizeOf: (item: Item) => number): boolean {
  const sizes = items.map(sizeOf);
  const most = Math.max(...sizes);
  return sizes.filter((size) => size === most).length > 1;
}
