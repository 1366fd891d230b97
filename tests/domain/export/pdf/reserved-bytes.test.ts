import { expect, test } from 'vitest';
import { reserveBytes } from '../../../../src/domain/export/concurrent-exports.ts';

test('while too much waits for readers no other statement is begun, and what is read or left makes room', () => {
  const held = reserveBytes(100);
  const [one, two] = [held.share(), held.share()];
  one.add(60);
  two.add(50);
  expect(() => held.requireRoom()).toThrow(expect.objectContaining({ status: 503 }));
  one.taken(20);
  held.requireRoom();
  two.add(20);
  expect(() => held.requireRoom()).toThrow();
  two.end();
  held.requireRoom();
  one.add(61);
  expect(() => held.requireRoom()).toThrow();
});
