export const HOME = 'https://home.example';

/** A stubbed browser's stores; names stay in insertion order. */
export const stores = new Map<string, Map<string, Response>>();
export const nameOf = (target: string | Request) =>
  new URL(typeof target === 'string' ? target : target.url, HOME).href;

function open(name: string) {
  const store = stores.get(name) ?? new Map<string, Response>();
  stores.set(name, store);
  return {
    match: async (target: string | Request) => store.get(nameOf(target))?.clone(),
    delete: async (target: string | Request) => store.delete(nameOf(target)),
    keys: async () => [...store.keys()].map((url) => ({ url })),
    put: async (target: string | Request, answer: Response) => {
      store.delete(nameOf(target));
      store.set(nameOf(target), answer);
    },
  };
}

export const caches = {
  open: async (name: string) => open(name),
  keys: async () => [...stores.keys()],
  delete: async (name: string) => stores.delete(name),
};
