import * as api from '#contract/admin/users.ts'
import { data, route } from '#server/platform/http/route.ts'
import { createUserActions, createUserDeletion, createUserUpdate } from './user-changes.ts'
import { createUserCreation, createUserReads, type UsersDeps } from './users-service.ts'

export function userRoutes(deps: UsersDeps) {
  const reads = createUserReads(deps)
  const create = createUserCreation(deps, reads)
  const update = createUserUpdate(deps, reads)
  const act = createUserActions(deps, reads)
  const deletion = createUserDeletion(deps, reads)
  return [
    route(api.adminUsers, ({ query }) => reads.page(query)),
    route(api.adminUser, ({ actor, params }) => data(reads.show(actor, params.id))),
    route(api.createUser, async ({ actor, body }) => ({
      data: await create(actor, body),
      message: 'User created',
    })),
    route(api.updateUser, async ({ actor, params, body, ip, host }) => ({
      data: await update(actor, params.id, body, { ip, host }),
      message: 'User saved',
    })),
    route(api.actOnUser, ({ actor, params, body, ip, host }) => act(actor, params.id, body, { ip, host })),
    route(api.deleteUser, ({ actor, params, body }) => deletion.remove(actor, params.id, body.reason)),
    route(api.restoreUser, ({ actor, params }) => deletion.restore(actor, params.id)),
  ]
}
