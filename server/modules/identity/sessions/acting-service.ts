import type { ActingVisit, PersonToActAs } from '#contract/identity/log-in-as.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict } from '#server/platform/errors.ts'
import { type Actor, hasStaffRole } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { canActAs, whyNotActedAs } from './acting-policy.ts'
import * as store from './acting-store.ts'
import { endSessions } from './end-sessions.ts'
import { type ActingDeps, createStartActing, type Person, recordBoth } from './start-acting.ts'

const present = (actor: Actor, row: Person): PersonToActAs => ({
  id: row.id,
  name: row.name,
  email: row.email,
  account: { id: row.account_id, name: row.account_name },
  owner: row.is_owner,
  allowed: whyNotActedAs(actor, row) === null,
})

/** Logging in as someone else: who may, for how long, and what the person is told. */
export function createActingService(deps: ActingDeps) {
  const { db, accounts, notifications, ends } = deps
  return {
    /** @throws AppError not_found for an inaccessible account. */
    async people(actor: Actor, query: { search?: string | undefined; account_id?: number | undefined }) {
      const below = hasStaffRole(actor, 'support') ? null : actor.accountId
      const rows = await store.findPeople(db, { below, accountId: query.account_id, search: query.search })
      return rows.filter((row) => canActAs(actor, row)).map((row) => present(actor, row))
    },

    start: createStartActing(deps),

    /** @throws AppError conflict when nobody acts. */
    setMode(actor: Actor, mode: 'read' | 'write'): Promise<void> {
      return transaction(db, async () => {
        const visit = actor.acting ? await store.findVisit(db, actor.credential.id) : undefined
        if (!visit) throw conflict('You aren’t logged in as someone else')
        if (visit.mode === mode) return markUnchanged()
        await store.setVisitMode(db, actor.credential.id, mode)
        const detail = fieldChanges({ mode: visit.mode }, { mode })
        recordAudit(db, { accountId: visit.account_id, subject: `user:${visit.user_id}`, detail })
        if (mode === 'write')
          await notifications.notify({
            accountId: visit.account_id,
            userIds: [visit.user_id],
            kind: 'acting_may_change',
            detail: { visit_id: visit.id, name: visit.actor_name, reason: visit.reason },
          })
      })
    },

    /** Ends the sessions as others that were started from the caller's. Their own token stays as it is. */
    async end(actor: Actor): Promise<void> {
      await ends.consume(String(actor.userId))
      await transaction(db, async () => {
        const sessions = await store.lockChildren(db, actor.credential.id)
        if (sessions.length === 0) markUnchanged()
        for (const { id, user_id: userId, account_id: accountId } of sessions) {
          await endSessions(db, { userId, accountId }, { only: id })
          recordBoth(db, [accountId, actor.accountId], {
            userId,
            actorUserId: actor.userId,
            subject: `user:${userId}`,
          })
        }
      })
    },

    async visits(actor: Actor): Promise<{ allowed: boolean; visits: ActingVisit[] }> {
      const rows = await store.findVisitsOf(db, actor.userId)
      const user = await accounts.findUser(actor.userId)
      const visits = rows.map((row) => ({
        ...row,
        started_at: row.started_at.toISOString(),
        ends_at: row.ends_at.toISOString(),
        ended_at: row.ended_at?.toISOString() ?? null,
      }))
      return { allowed: user?.refuses_acting === false, visits }
    },

    /** Lets others log in as the caller, or forbids it and ends active ones. */
    allow(actor: Actor, allowed: boolean): Promise<void> {
      return transaction(db, async () => {
        const before = await accounts.findUser(actor.userId)
        const person = await store.findPerson(db, actor.userId)
        if (!allowed && person?.log_in_as === 'always')
          throw conflict('Your package always lets its seller log in as you. Ask them to change it')
        await accounts.updateUser(actor.userId, { refuses_acting: !allowed })
        const ended = allowed ? 0 : await endSessions(db, actor, { acting: true })
        recordAudit(db, {
          accountId: actor.accountId,
          subject: `user:${actor.userId}`,
          detail: { ended, ...fieldChanges({ allowed: !before?.refuses_acting }, { allowed }) },
        })
      })
    },

    /** How someone acts in this session, for its banner; null otherwise. */
    async current(actor: Actor) {
      const visit = actor.acting ? await store.findVisit(db, actor.credential.id) : undefined
      if (!visit) return null
      const { actor_name, reason, ends_at } = visit
      return { actor_name, reason, mode: visit.mode, ends_at: ends_at.toISOString() }
    },
  }
}

export type ActingService = ReturnType<typeof createActingService>
