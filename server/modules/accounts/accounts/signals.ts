import type { Actor } from '#server/platform/http/actor.ts'
import { defineEvent, defineQuestion } from '#server/platform/signals.ts'

interface OnVersion {
  accountId: number
  planVersionId: number
}

/**
 * Puts an account on a version of a package without periods: nothing renews automatically. Ends the previous
 * subscription.
 */
export const recordSubscription = defineQuestion<OnVersion, void>('recordSubscription')

/** A new account on a version of a package. */
export const accountCreated = defineEvent<OnVersion>()

/** An account has got a version of a package: a new one, another package, or a newer version of its own. */
export const planApplied = defineEvent<OnVersion>()

/** A new person, who may sign in. */
export const personAdded = defineEvent<{ accountId: number }>()

/** Counts an invitation about to be sent against the limit of the actor's account. @throws AppError rate_limited. */
export const countInvitation = defineQuestion<{ actor: Actor }, void>('countInvitation')

/**
 * Invites the first owner of an account without people, on behalf of the actor, a user of another account. Links sent
 * before stop working. Joins the current transaction. `siteId`: the brand of the mail; the platform's own by default.
 * @throws AppError not_found.
 */
export const inviteOwner = defineQuestion<
  {
    actor: Pick<Actor, 'accountId' | 'userId'>
    accountId: number
    owner: { email: string; firstName?: string; lastName?: string; siteId?: number | null }
  },
  void
>('inviteOwner')
