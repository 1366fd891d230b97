import { startPicturePreview } from '../picture-preview.ts';
import { startMonth } from './month.ts';

startPicturePreview(document);
startMonth(document);
