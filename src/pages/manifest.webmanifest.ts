import type { APIRoute } from 'astro';

const FAVICON = { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' };

/** Drawn by `scripts/home-icons.ts`. Apple's phones fetch `/apple-touch-icon.png` by its name. */
const ICONS = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  FAVICON,
];

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
    // What another app shares becomes a line of quick entry: the form shows it before anything is saved.
    share_target: {
      action: '/transactions/new',
      method: 'GET',
      params: { title: 'description', text: 'line' },
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
