import { sharedTextAddress } from '../http/pages/share.ts';

/** Holds the files until `/import` takes them; deleted when somebody signs out. */
const SHARED = 'seen-shared';

/**
 * Takes what another app shares. It comes from outside, so it is never sent on: the person sends it from the page, whose
 * form is ours.
 */
export async function receiveShare(request: Request): Promise<Response> {
  const form = await request.formData();
  const files = form.getAll('file').filter((file) => file instanceof File && file.size > 0) as File[];
  if (files.length === 0) return Response.redirect(sharedTextAddress(form), 303);
  await caches.delete(SHARED);
  const store = await caches.open(SHARED);
  for (const [index, file] of files.entries())
    await store.put(
      `/share/${index}`,
      new Response(file, { headers: { 'x-name': encodeURIComponent(file.name) } }),
    );
  return Response.redirect('/import?shared', 303);
}
