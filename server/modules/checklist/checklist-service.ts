import type { ChecklistStep } from '#contract/me.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import { hasDelivered } from '#server/modules/runs/index.ts'
import type { SecondFactorService } from '#server/modules/second-factor/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { findFirstSteps, setDismissed } from './checklist-store.ts'

export interface ChecklistDeps {
  db: Db
  secondFactor: Pick<SecondFactorService, 'isEnabled'>
}

/** Steps that not everybody can do, and who can. */
const OPEN_TO: Partial<Record<ChecklistStep, (actor: Actor) => boolean>> = {
  try_sample: (actor) => actor.modules.includes('leads'),
  first_search: (actor) => actor.modules.includes('leads'),
  invite_team: (actor) => actor.isMainUser,
}

/** The first steps of a person, computed from what really is there. */
export function createChecklistService({ db, secondFactor }: ChecklistDeps) {
  async function show(actor: Actor) {
    const [facts, sampled, searched, secured] = await Promise.all([
      findFirstSteps(db, actor.userId),
      hasDelivered(db, actor.accountId, { sample: true }),
      hasDelivered(db, actor.accountId, { sample: false }),
      secondFactor.isEnabled(actor.userId),
    ])
    if (!facts) throw notFound('The user')
    const done: Record<ChecklistStep, boolean> = {
      confirm_email: facts.confirmed,
      try_sample: sampled,
      first_search: searched,
      second_factor: secured,
      invite_team: facts.has_team,
    }
    const ids = (Object.keys(done) as ChecklistStep[]).filter((id) => OPEN_TO[id]?.(actor) ?? true)
    return { steps: ids.map((id) => ({ id, done: done[id] })), dismissed: facts.dismissed }
  }

  return {
    /** Steps that this person can do, each with whether it is done. */
    show,
    /** Closes the list for the person, or brings it back. */
    async dismiss(actor: Actor, dismissed: boolean) {
      await transaction(db, async () => {
        await setDismissed(db, actor.userId, dismissed)
        recordAudit(db, { accountId: actor.accountId, detail: { dismissed } })
      })
      return show(actor)
    },
  }
}

export type ChecklistService = ReturnType<typeof createChecklistService>
