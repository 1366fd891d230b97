import './mouse.ts';

export { change, enterCells } from './keyboard.ts';
