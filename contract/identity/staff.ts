import * as z from 'zod/mini'
import { dataOf, Id, IdParam, Timestamp } from '../core/common.ts'
import { STAFF_ROLES } from '../core/constants.ts'
import { defineEndpoint } from '../core/endpoint.ts'

/** A member of the platform account. */
export const StaffMember = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  staff_role: z
    .nullable(z.enum(STAFF_ROLES))
    .check(z.describe('Null for members who do not see the admin panel')),
  second_factor: z.boolean(),
  last_active_at: z.nullable(Timestamp),
})
export type StaffMember = z.output<typeof StaffMember>

export const staff = defineEndpoint({
  name: 'staff.index',
  method: 'GET',
  path: '/api/admin/staff',
  access: { can: 'see_admin' },
  scope: 'admin',
  tag: 'Staff',
  reads: ['team'],
  summary: 'People of the platform’s own account with their staff roles',
  reply: dataOf(z.array(StaffMember)),
})

export const setStaffRole = defineEndpoint({
  name: 'staff.set',
  method: 'PUT',
  path: '/api/admin/staff/{id}',
  access: { can: 'administer' },
  tag: 'Staff',
  changes: ['team', 'me'],
  audit: 'staff.changed',
  summary: 'Give a member of the platform account a staff role, or remove it',
  description: 'Takes effect at once, also in open sessions. The last owner cannot lose the role.',
  params: z.object({ id: IdParam }),
  body: z.strictObject({ staff_role: z.nullable(z.enum(STAFF_ROLES)) }),
  reply: z.object({ data: StaffMember, message: z.string() }),
  errors: ['not_found', 'conflict'],
})
