import { memberActor } from '#server/modules/leads/run-start/index.ts'
import { defineModule } from '#server/platform/module.ts'
import { actingRoutes } from './acting-routes.ts'
import { findActorById } from './find-actor.ts'
import { sessionRoutes } from './sessions-routes.ts'
import { removeOldCredentials } from './sessions-service.ts'

export { showActing } from './acting-service.ts'
export { revokeAllApiKeys } from './api-keys-service.ts'
export { findActor, findActorById, findEndReason } from './find-actor.ts'
export { mayReadAccount } from './may-read-account.ts'
export { requireSessionOwner } from './require-session-owner.ts'
export {
  findLastActive,
  findNewDevice,
  knowsAddress,
  listUserSessions,
  revokeAllSessions,
  revokeSession,
  startSession,
} from './sessions-service.ts'
export { endActing } from './sessions-store.ts'

export const sessionsModule = defineModule({
  routes: (ctx) => [...sessionRoutes(ctx), ...actingRoutes(ctx)],
  on: [
    memberActor.answer((ctx, { accountId, userId, apiKeyId }) =>
      findActorById(ctx, accountId, userId, apiKeyId),
    ),
  ],
  housekeeping: (ctx) => ({ credentials: () => removeOldCredentials(ctx.db) }),
})
