import type { Viewer } from '../context.ts';

/** Whether a person has at least the role that an admin page requires (specification, section 6). */
export function mayAdminister({ role }: Pick<Viewer, 'role'>, required: 'admin' | 'super_admin'): boolean {
  return required === 'super_admin' ? role === 'super_admin' : role !== 'user';
}
