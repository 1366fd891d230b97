import type { Currency } from '../i18n/currencies.ts';

interface Shape {
  fill: string;
  d: string;
}

const background = (fill: string): Shape => ({ fill, d: 'M0 0h30v20H0z' });

function star(x: number, y: number, size: number, turn = 0): string {
  const point = (index: number) => {
    const radius = index % 2 === 0 ? size : size * 0.4;
    const angle = (Math.PI * index) / 5 - Math.PI / 2 + turn;
    return `${(x + radius * Math.cos(angle)).toFixed(1)} ${(y + radius * Math.sin(angle)).toFixed(1)}`;
  };
  return `M${Array.from({ length: 10 }, (_, index) => point(index)).join('L')}z`;
}

function ringOfStars(): string {
  const angles = Array.from({ length: 12 }, (_, index) => (Math.PI * index) / 6);
  return angles.map((angle) => star(15 + 6.2 * Math.cos(angle), 10 + 6.2 * Math.sin(angle), 1.4)).join('');
}

const circle = (x: number, y: number, radius: number) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;

function unionJack(width: number, height: number): Shape[] {
  const [x, y] = [width / 2, height / 2];
  const unit = height / 10;
  const bar = (half: number) =>
    `M${x - half} 0h${2 * half}v${height}h${-2 * half}zM0 ${y - half}h${width}v${2 * half}H0z`;
  const diagonals = (half: number) =>
    `M0 0L${half} 0L${width} ${height - half}V${height}H${width - half}L0 ${half}z` +
    `M${width} 0V${half}L${half} ${height}H0V${height - half}L${width - half} 0z`;
  return [
    { fill: '#012169', d: `M0 0h${width}v${height}H0z` },
    { fill: '#fff', d: diagonals(unit * 1.4) },
    { fill: '#c8102e', d: diagonals(unit * 0.6) },
    { fill: '#fff', d: bar(unit * 1.7) },
    { fill: '#c8102e', d: bar(unit) },
  ];
}

const stripes = (height: number) =>
  Array.from(
    { length: 7 },
    (_, index) => `M0 ${(2 * index * height).toFixed(1)}h30v${height.toFixed(1)}H0z`,
  ).join('');

export const FLAGS: Record<Currency, Shape[]> = {
  USD: [
    background('#fff'),
    { fill: '#b22234', d: stripes(20 / 13) },
    { fill: '#3c3b6e', d: 'M0 0h13v10.8H0z' },
    {
      fill: '#fff',
      d: [2.5, 6.5, 10.5].flatMap((x) => [2.2, 5.4, 8.6].map((y) => star(x, y, 1.3))).join(''),
    },
  ],
  EUR: [background('#039'), { fill: '#fc0', d: ringOfStars() }],
  GBP: unionJack(30, 20),
  ILS: [
    background('#fff'),
    { fill: '#0038b8', d: 'M0 2.2h30v3H0zM0 14.8h30v3H0z' },
    { fill: '#0038b8', d: 'M15 6.2l3.3 5.7h-6.6zM15 13.8l-3.3-5.7h6.6z' },
    { fill: '#fff', d: 'M15 7.6l2.1 3.6h-4.2zM15 12.4l-2.1-3.6h4.2z' },
  ],
  JPY: [background('#fff'), { fill: '#bc002d', d: circle(15, 10, 6) }],
  CAD: [
    background('#fff'),
    { fill: '#d80621', d: 'M0 0h7.5v20H0zM22.5 0H30v20h-7.5z' },
    {
      fill: '#d80621',
      d: 'M15 3l1.5 2.8 1.6-.8-.6 4 2.1-2.2.4 1.3 2-.4-.8 2 1 .6-3.4 2.9.4 1.2-3.9-.6v3.2h-.6v-3.2l-3.9.6.4-1.2-3.4-2.9 1-.6-.8-2 2 .4.4-1.3L12.5 9l-.6-4 1.6.8z',
    },
  ],
  AUD: [
    background('#012169'),
    ...unionJack(15, 10),
    {
      fill: '#fff',
      d:
        star(7.5, 15, 2.6) +
        star(22.5, 16.5, 1.5) +
        star(18.5, 9, 1.5) +
        star(22.5, 3.5, 1.5) +
        star(26, 7.5, 1.5),
    },
  ],
  CHF: [background('#da291c'), { fill: '#fff', d: 'M13.2 4h3.6v4.2H21v3.6h-4.2V16h-3.6v-4.2H9V8.2h4.2z' }],
  CNY: [
    background('#ee1c25'),
    {
      fill: '#ff0',
      d: star(5, 5.2, 3.2) + star(10, 2, 1.1) + star(12, 4, 1.1) + star(12, 7, 1.1) + star(10, 9, 1.1),
    },
  ],
};
