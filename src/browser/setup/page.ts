import { startPicturePreview } from '../forms/picture-preview.ts';
import { startMonth } from './month.ts';

startPicturePreview(document);
startMonth(document);
