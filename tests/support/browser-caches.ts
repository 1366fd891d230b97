/** Where the pages of the stubbed browser come from. */
export const HOME = 'https://home.example';

/** The stores of a browser: the names of each are in the order in which they were put. */
export const stores = new Map<string, Map<string, Response>>();
/** The whole address of what is asked for. */
export const nameOf = (what: string | Request) =>
  new URL(typeof what === 'string' ? what : what.url, HOME).href;

function open(name: string) {
  const store = stores.get(name) ?? new Map<string, Response>();
  stores.set(name, store);
  return {
    match: async (what: string | Request) => store.get(nameOf(what))?.clone(),
    delete: async (what: string | Request) => store.delete(nameOf(what)),
    keys: async () => [...store.keys()].map((url) => ({ url })),
    put: async (what: string | Request, answer: Response) => {
      store.delete(nameOf(what));
      store.set(nameOf(what), answer);
    },
  };
}

/** The part of `caches` that the worker uses, over `stores`. */
export const caches = {
  open: async (name: string) => open(name),
  keys: async () => [...stores.keys()],
  delete: async (name: string) => stores.delete(name),
};
