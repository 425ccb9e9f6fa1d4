import * as api from '#contract/identity/staff.ts'
import type { Context } from '#server/platform/context.ts'
import { data, route } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import { listStaff, setStaffRole } from './staff.ts'

const staffRoutes = (ctx: Context) => [
  route(api.staff, ({ actor }) => data(listStaff(ctx, actor))),
  route(api.setStaffRole, async ({ actor, params, body }) => ({
    data: await setStaffRole(ctx, actor, params.id, body.staff_role),
    message: 'Staff role saved',
  })),
]

export const staffModule = defineModule({ routes: staffRoutes })
