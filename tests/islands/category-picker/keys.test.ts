import { describe, expect, test } from 'vitest';
import { CLOSED, type ListState, pressKey } from '../../../src/islands/category-picker/use-picker-list.ts';

const FIVE = { count: 5, chosen: -1, activeExists: true };
const OPEN: ListState = { open: true, typed: null, active: -1, moving: false };

const press = (state: ListState, key: string, options: Partial<typeof FIVE> = {}, altKey = false) =>
  pressKey(state, { key, altKey }, { ...FIVE, ...options });

describe('a closed list', () => {
  test.each([
    ['ArrowDown', -1, 0],
    ['ArrowUp', -1, 4],
    ['ArrowDown', 3, 3],
    ['ArrowUp', 3, 3],
  ])('opens by %s, with %i chosen, at option %i', (key, chosen, active) => {
    expect(press(CLOSED, key, { chosen })).toEqual({ open: true, typed: null, active, moving: true });
  });

  test('opens by Alt and ArrowDown without moving into it', () => {
    expect(press(CLOSED, 'ArrowDown', {}, true)).toEqual(OPEN);
  });

  test.each(['Enter', 'Escape', 'Tab', 'Home', 'End', 'a'])('leaves %s to the form', (key) => {
    expect(press(CLOSED, key)).toBeUndefined();
  });
});

describe('an open list', () => {
  test.each([
    ['ArrowDown', -1, 0],
    ['ArrowDown', 4, 0],
    ['ArrowUp', -1, 4],
    ['ArrowUp', 0, 4],
    ['ArrowUp', 3, 2],
  ])('%s leads from option %i to %i', (key, from, to) => {
    expect(press({ ...OPEN, active: from }, key)).toEqual({ ...OPEN, active: to, moving: true });
  });

  test('Home and End go to the ends of the list after moving in it, and otherwise to those of the text', () => {
    const moving = { ...OPEN, active: 2, moving: true };
    expect(press(moving, 'Home')).toEqual({ ...moving, active: 0 });
    expect(press(moving, 'End')).toEqual({ ...moving, active: 4 });
    expect(press(OPEN, 'Home')).toBeUndefined();
    expect(press(OPEN, 'End')).toBeUndefined();
  });

  test('Enter chooses the active option, and closes the list without one', () => {
    expect(press({ ...OPEN, active: 2 }, 'Enter')).toEqual({ take: 2, stay: true });
    expect(press(OPEN, 'Enter')).toEqual(CLOSED);
  });

  test('Tab chooses the typed or active option, creates nothing, and moves on', () => {
    const typed = { ...OPEN, typed: 'gro', active: 0 };
    expect(press(typed, 'Tab')).toEqual({ take: 0, stay: false });
    expect(press({ ...OPEN, active: 1, moving: true }, 'Tab')).toEqual({ take: 1, stay: false });
    expect(press(typed, 'Tab', { activeExists: false })).toBeUndefined();
    expect(press({ ...OPEN, active: 1 }, 'Tab')).toBeUndefined();
  });

  test('Escape closes it and discards what was typed', () => {
    expect(press({ ...OPEN, typed: 'gro', active: 0 }, 'Escape')).toEqual(CLOSED);
  });

  test('Alt and ArrowUp close it and keep what was typed', () => {
    expect(press({ ...OPEN, typed: 'gro' }, 'ArrowUp', {}, true)).toMatchObject({
      open: false,
      typed: 'gro',
    });
  });
});
