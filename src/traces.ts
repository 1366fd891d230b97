import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

// Imported first by the built entry points, to name lines of `src` in stack traces. Node's --enable-source-maps reads
// every map at load; this reads a map for the first trace that needs it.
Error.prepareStackTrace = (error, sites) =>
  [String(error), ...sites.map((site) => `    at ${inSources(String(site))}`)].join('\n');

const maps = new Map<string, SourceMap | null>();

function inSources(frame: string): string {
  return frame.replace(/(file:\S+\.mjs):(\d+):(\d+)/, (place, file: string, line: string, column: string) => {
    const origin = mapOf(file)?.findOrigin(Number(line), Number(column));
    if (!origin || !('fileName' in origin)) return place;
    return `${new URL(origin.fileName, file)}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}

function mapOf(file: string): SourceMap | null {
  let map = maps.get(file);
  if (map === undefined) {
    map = readMap(file);
    maps.set(file, map);
  }
  return map;
}

function readMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8')));
  } catch {
    // Frames without a map stay unchanged.
    return null;
  }
}
