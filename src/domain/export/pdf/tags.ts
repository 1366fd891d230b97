/** A part of a document as it is read aloud: its kind, and what is in it. */
export interface Tag {
  ref: PDFKit.PDFKitReference;
  /** References to its parts that are written, and the numbers of what is drawn on its page. */
  content: (Written | number)[];
}

export interface TagOptions {
  /** The letters in the order in which they are read. */
  actual?: string | undefined;
  /** What a heading of a table is for. */
  scope?: 'Row' | 'Column' | undefined;
}

/** What is in the notation of a PDF already; the library writes it as it is. */
class Written {
  readonly #text: () => string;

  constructor(text: () => string) {
    this.#text = text;
  }

  // Otherwise the library takes it for a dictionary.
  get [Symbol.toStringTag](): string {
    return 'Written';
  }

  toString(): string {
    return this.#text();
  }
}

/**
 * Tags the parts of a document for screen readers. The library's own tags stay in memory to the end, 5 kB for each row
 * of a table; of these only numbers do.
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
    /** Ends a part; its parts have to be ended before, and it no longer changes. */
    end,
    /** A part with what `work` draws on one page. */
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
    /** Goes on to the page that the document has just begun. */
    turnPage(): void {
      const owners: string[] = [];
      page = { ref: doc.page.dictionary, owners };
      const { structParentTreeKey: key } = doc.page as unknown as { structParentTreeKey: number };
      const tree = structure.data.ParentTree as { add(key: number, value: unknown): void };
      tree.add(key, new Written(() => `[${owners.join(' ')}]`));
    },
  };
}
