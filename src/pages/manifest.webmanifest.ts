import type { APIRoute } from 'astro';

/** What a phone or a desktop needs to install the product; its shortcuts are links that anybody could bookmark. */
export const GET: APIRoute = ({ locals }) => {
  const { t, locale, direction, siteName } = locals;
  const icons = [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }];
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
    icons,
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
