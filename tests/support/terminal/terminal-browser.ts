/** A text browser as a person uses it: by reading the screen, moving and pressing keys. */
export interface TerminalBrowser {
  /** The page, without the browser's own lines. */
  readonly text: string;
  open(path: string): void;
  /** Waits until the page with this title and these texts is on the screen. */
  at(title: string, ...texts: string[]): Promise<void>;
  /** Follows the link or presses the button with the last text: the first one after the other texts. */
  press(...texts: string[]): void;
  /** Ticks or unticks the box before a text. */
  tick(text: string): void;
  fill(label: string, text: string): void;
  choose(label: string, option: string): void;
  quit(): Promise<void>;
  kill(): Promise<void>;
}
