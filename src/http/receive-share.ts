import type { Call } from './call.ts';
import { beginUpload } from './limits/upload.ts';
import { sharedTextAddress } from './pages/share.ts';

/**
 * Answers what another app shares where no service worker took it. It comes from outside, so nothing of it is stored: text
 * leads to a form that it fills in, and a file has to be chosen there.
 */
export async function receiveShare(call: Call): Promise<Response> {
  const upload = await beginUpload(call.req.raw);
  return call.redirect(upload && !upload.file ? sharedTextAddress(upload.fields) : '/import', 303);
}
