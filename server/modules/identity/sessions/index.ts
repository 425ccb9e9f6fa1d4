import { memberActor } from '#server/modules/leads/run-start/index.ts'
import { defineModule } from '#server/platform/module.ts'
import { actingRoutes } from './acting-routes.ts'
import { findActorById } from './find-actor.ts'
import { removeOldCredentials } from './sessions.ts'
import { sessionRoutes } from './sessions-routes.ts'

export { accountsToActIn } from './accounts-to-act-in.ts'
export { showActing } from './acting.ts'
export { getActorIn } from './actor-in.ts'
export { makeAppToken } from './api-key-format.ts'
export { canMakeApiKey } from './api-key-policy.ts'
export { createAppKey, revokeAllApiKeys, revokeApiKey } from './api-keys.ts'
export { findAppKey, renewAppKey, TOKEN_SECONDS } from './api-keys-store.ts'
export { countCall } from './count-call.ts'
export { findActor, findActorById, findEndReason } from './find-actor.ts'
export { mayReadAccount } from './may-read-account.ts'
export { isSignInOld, requireSessionOwner } from './require-session-owner.ts'
export {
  findLastActive,
  findNewDevice,
  knowsAddress,
  listUserSessions,
  revokeAllSessions,
  revokeSession,
  startSession,
} from './sessions.ts'
export { endActing } from './sessions-store.ts'
export { endOtherSignIns, findSignOutUrl, openSignOn, type SignOnProof, sealSignOn } from './sign-on-proof.ts'

export const sessionsModule = defineModule({
  routes: (ctx) => [...sessionRoutes(ctx), ...actingRoutes(ctx)],
  on: [
    memberActor.answer((ctx, { accountId, userId, apiKeyId }) =>
      findActorById(ctx, accountId, userId, apiKeyId),
    ),
  ],
  housekeeping: (ctx) => ({ credentials: () => removeOldCredentials(ctx.db) }),
})
