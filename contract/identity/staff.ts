import * as z from 'zod/mini'
import { dataReply, Id, Timestamp } from '../core/common.ts'
import { STAFF_ROLES } from '../core/constants.ts'
import { defineArea } from '../core/define-area.ts'

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

const api = defineArea({ tag: 'Staff', access: { can: 'see_admin' }, scope: 'admin' })

export const staff = api.get('/api/admin/staff', {
  name: 'staff.index',
  reads: ['team'],
  summary: 'People of the platform’s own account with their staff roles',
  reply: dataReply(z.array(StaffMember)),
})

export const setStaffRole = api.put('/api/admin/staff/{id}', {
  name: 'staff.set',
  scope: null,
  access: { can: 'administer' },
  changes: ['team', 'me'],
  audit: 'staff.changed',
  summary: 'Give a member of the platform account a staff role, or remove it',
  description: 'Takes effect at once, also in open sessions. The last owner cannot lose the role.',
  body: z.strictObject({ staff_role: z.nullable(z.enum(STAFF_ROLES)) }),
  reply: z.object({ data: StaffMember, message: z.string() }),
  errors: ['conflict'],
})
