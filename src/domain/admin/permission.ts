import type { Viewer } from '../context.ts';

/** Whether somebody has at least the role that a part of the administration asks for (specification, section 6). */
export function mayAdminister({ role }: Pick<Viewer, 'role'>, required: 'admin' | 'super_admin'): boolean {
  return required === 'super_admin' ? role === 'super_admin' : role !== 'user';
}
