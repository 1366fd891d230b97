/** A text browser as a person sits before it: they read the screen, move to what they want and press keys. */
export interface TerminalBrowser {
  /** The page, without the browser's own lines. */
  readonly text: string;
  /** Opens an address of the site. */
  open(path: string): void;
  /** Waits until the page with this title is on the screen, and these texts with it. */
  at(title: string, ...texts: string[]): Promise<void>;
  /** Follows the link or presses the button with the last of the texts, the first one after the others. */
  press(...texts: string[]): void;
  /** Ticks or unticks the box before a text. */
  tick(text: string): void;
  /** Replaces what is in the field after a label. */
  fill(label: string, text: string): void;
  /** Chooses an option of the list after a label. */
  choose(label: string, option: string): void;
  /** Leaves the browser. */
  quit(): Promise<void>;
  kill(): Promise<void>;
}
