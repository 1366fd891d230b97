import { followExport } from './follow.ts';

followExport(document);
