import { setStaffRole, staff as staffIndex } from '#contract/identity/staff.ts'
import { data, route } from '#server/platform/http/route.ts'
import type { StaffService } from './staff-service.ts'

export { createStaffService, type StaffService } from './staff-service.ts'

export const staffRoutes = (staff: StaffService) => [
  route(staffIndex, ({ actor }) => data(staff.list(actor))),
  route(setStaffRole, async ({ actor, params, body }) => ({
    data: await staff.setRole(actor, params.id, body.staff_role),
    message: 'Staff role saved',
  })),
]
