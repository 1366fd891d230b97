import type { APIRoute } from 'astro';
import { SHARE_PATH } from '../http/pages/share.ts';

const FAVICON = { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' };

/** Drawn by `scripts/home-icons.ts`. Apple's phones fetch `/apple-touch-icon.png` by its name. */
const ICONS = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  FAVICON,
];

/** What phones call the files that `/import` reads. */
const BANK_FILES = [
  '.csv,.tsv,.xls,.xlsx,.ofx,.qfx,.qif,.sta,.xml,.json',
  'text/csv,text/tab-separated-values,text/plain,text/xml,application/xml,application/json',
  'application/vnd.ms-excel,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
].flatMap((kinds) => kinds.split(','));

export const GET: APIRoute = ({ locals }) => {
  const { t, locale, direction, siteName } = locals;
  const icons = [FAVICON];
  const manifest = {
    id: '/',
    name: siteName,
    short_name: siteName,
    description: t('common:description'),
    lang: locale,
    dir: direction,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#f6f7f9',
    theme_color: '#ffffff',
    icons: ICONS,
    share_target: {
      action: SHARE_PATH,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { title: 'title', text: 'text', files: [{ name: 'file', accept: BANK_FILES }] },
    },
    shortcuts: [
      { name: t('common:addExpense'), url: '/transactions/new?type=expense', icons },
      { name: t('common:addIncome'), url: '/transactions/new?type=income', icons },
      { name: t('common:transactions'), url: '/transactions', icons },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json; charset=utf-8', vary: 'accept-language' },
  });
};
