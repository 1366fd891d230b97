export interface Tag {
  ref: PDFKit.PDFKitReference;
  /** References to its written parts, and the numbers of what is drawn on its page. */
  content: (Written | number)[];
}

interface TagOptions {
  actual?: string | undefined;
  scope?: 'Row' | 'Column' | undefined;
}

/** Text in the notation of a PDF, which the library writes unchanged. */
class Written {
  readonly #text: () => string;

  constructor(text: () => string) {
    this.#text = text;
  }

  // Otherwise the library treats it as a dictionary.
  get [Symbol.toStringTag](): string {
    return 'Written';
  }

  toString(): string {
    return this.#text();
  }
}

/**
 * Tags the parts of a document for screen readers. The library's own tags would stay in memory to the end, 5 kB for
 * each row of a table; these keep only numbers.
 */
export function createTags(doc: PDFKit.PDFDocument) {
  const structure = doc.getStructTreeRoot() as PDFKit.PDFKitReference & { data: Record<string, unknown> };
  let page: { ref: PDFKit.PDFKitReference; owners: string[] } | undefined;

  function open(kind: string, parent?: Tag, { actual, scope }: TagOptions = {}): Tag {
    const ref = doc.ref({
      S: kind,
      P: parent?.ref ?? structure,
      ...(actual && { ActualText: new String(actual) }),
      ...(scope && { A: { O: 'Table', Scope: scope } }),
    });
    return { ref, content: [] };
  }

  function end(tag: Tag, parent?: Tag): void {
    const { ref, content } = tag;
    Object.assign(ref.data, { K: content });
    const name = String(ref);
    ref.end(null);
    if (parent) parent.content.push(new Written(() => name));
    else structure.data.K = [new Written(() => name)];
  }

  return {
    open,
    /** Ends a part, which cannot change afterwards; its parts have to be ended before. */
    end,
    draw(kind: string, parent: Tag, work: () => void, options?: TagOptions): void {
      if (!page) return;
      const tag = open(kind, parent, options);
      const number = page.owners.push(String(tag.ref)) - 1;
      doc.addContent(`/${kind} <</MCID ${number}>> BDC`);
      work();
      doc.addContent('EMC');
      Object.assign(tag.ref.data, { Pg: page.ref });
      tag.content.push(number);
      end(tag, parent);
    },
    /** Marks what is drawn as decoration, which is not read aloud. */
    decorate(work: () => void): void {
      doc.addContent('/Artifact BMC');
      work();
      doc.addContent('EMC');
    },
    /** Call it after the document has begun a page. */
    turnPage(): void {
      const owners: string[] = [];
      page = { ref: doc.page.dictionary, owners };
      const { structParentTreeKey: key } = doc.page as unknown as { structParentTreeKey: number };
      const tree = structure.data.ParentTree as { add(key: number, value: unknown): void };
      tree.add(key, new Written(() => `[${owners.join(' ')}]`));
    },
  };
}
