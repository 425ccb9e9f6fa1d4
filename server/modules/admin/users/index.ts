import * as api from '#contract/admin/users.ts'
import type { Context } from '#server/platform/context.ts'
import { data, route } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import { createUserByAdmin } from './create-user.ts'
import { actOnUser, removeUser, restoreUser, updateUserByAdmin } from './user-changes.ts'
import { listUsers, showUserOfAdmin } from './users.ts'

const userRoutes = (ctx: Context) => [
  route(api.adminUsers, ({ query }) => listUsers(ctx, query)),
  route(api.adminUser, ({ actor, params }) => data(showUserOfAdmin(ctx, actor, params.id))),
  route(api.createUser, async ({ actor, body }) => ({
    data: await createUserByAdmin(ctx, actor, body),
    message: 'User created',
  })),
  route(api.updateUser, async ({ actor, params, body, ip, host }) => ({
    data: await updateUserByAdmin(ctx, actor, params.id, body, { ip, host }),
    message: 'User saved',
  })),
  route(api.actOnUser, ({ actor, params, body, ip, host }) =>
    actOnUser(ctx, actor, params.id, body, { ip, host }),
  ),
  route(api.deleteUser, ({ actor, params, body }) => removeUser(ctx, actor, params.id, body.reason)),
  route(api.restoreUser, ({ actor, params }) => restoreUser(ctx, actor, params.id)),
]

export const usersModule = defineModule({ routes: userRoutes })
