/** Points stand in the middle of equal parts of the width. Places are percent of a drawing. */
export const acrossOf = (index: number, count: number): number => ((index + 0.5) / count) * 100;

/** The part of the room of a point that its columns take. */
export const FILLED = 0.7;

/** The path of a line, which is interrupted where there is no point; a point alone is a line without a length. */
export function pathOf(points: readonly (readonly [x: number, y: number] | null)[]): string {
  return points
    .map((point, index) => {
      if (!point) return '';
      const isAlone = !points[index - 1] && !points[index + 1];
      return `${points[index - 1] ? 'L' : 'M'}${point[0]} ${point[1]}${isAlone ? 'h0' : ''}`;
    })
    .join('');
}

/** For each series, where its values begin when they stand on those of the series before. */
export function stackedOn(series: readonly (readonly (number | null)[])[]): number[][] {
  const sums: number[] = [];
  return series.map((values) =>
    values.map((value, index) => {
      const start = sums[index] ?? 0;
      sums[index] = start + Math.max(0, value ?? 0);
      return start;
    }),
  );
}

const RADIUS = 48;
const HOLE = 30;

/** The size of a text in the middle of a donut, of letters at most as wide as digits, which leaves some room around it. */
export function sizeInDonut(text: string): number {
  return round(Math.min(8.5, (HOLE * 2.5) / text.length));
}

export const round = (value: number) => Math.round(value * 100) / 100;

/** The path of a part of a donut around (50, 50), between two shares of the whole, clockwise from the top. */
export function arcOf(from: number, to: number): string {
  // A whole donut would begin where it ends, and nothing would be drawn.
  const end = Math.min(to, from + 0.9999);
  const at = (share: number, radius: number) => {
    const angle = (share - 0.25) * 2 * Math.PI;
    return `${round(50 + radius * Math.cos(angle))} ${round(50 + radius * Math.sin(angle))}`;
  };
  const large = end - from > 0.5 ? 1 : 0;
  return `M${at(from, RADIUS)}A${RADIUS} ${RADIUS} 0 ${large} 1 ${at(end, RADIUS)}L${at(end, HOLE)}A${HOLE} ${HOLE} 0 ${large} 0 ${at(from, HOLE)}Z`;
}
