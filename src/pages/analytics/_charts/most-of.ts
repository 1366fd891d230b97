/** The item with the largest value, the first of equals. */
export function mostOf<Item>(items: readonly Item[], sizeOf: (item: Item) => number): Item | undefined {
  let most: Item | undefined;
  for (const item of items) if (most === undefined || sizeOf(item) > sizeOf(most)) most = item;
  return most;
}
