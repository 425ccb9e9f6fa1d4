import type { ChecklistStep } from '#contract/identity/me.ts'
import { setChecklistDismissed } from '#server/modules/accounts/accounts/index.ts'
import { findSearched } from '#server/modules/activity/runs/index.ts'
import type { MailService } from '#server/modules/branding/mail/index.ts'
import type { SitesService } from '#server/modules/branding/sites/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { SecondFactorService } from '#server/modules/identity/second-factor/index.ts'
import { hasPlaces } from '#server/modules/sources/corpus/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import { type Actor, hasModule } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'
import { findFirstSteps } from './checklist-store.ts'

export interface ChecklistDeps {
  db: Db
  secondFactor: Pick<SecondFactorService, 'isEnabled'>
  mail: Pick<MailService, 'works'>
  sites: Pick<SitesService, 'isBranded'>
}

/** Who sets up the installation. */
const isAdmin = (actor: Actor): boolean => can(actor, 'administer')

/** Steps limited to some people, and their rule. */
const OPEN_TO: Partial<Record<ChecklistStep, (actor: Actor) => boolean>> = {
  load_corpus: isAdmin,
  set_up_mail: isAdmin,
  set_brand: isAdmin,
  try_sample: (actor) => hasModule(actor, 'leads'),
  first_search: (actor) => hasModule(actor, 'leads'),
  invite_team: (actor) => can(actor, 'manage_team'),
}

/** A person's first steps, computed from existing data. */
export function createChecklistService({ db, secondFactor, mail, sites }: ChecklistDeps) {
  /** Setup state; for administrators only. */
  async function setUp(actor: Actor): Promise<boolean[]> {
    return isAdmin(actor) ? Promise.all([hasPlaces(db), mail.works(), sites.isBranded()]) : []
  }

  async function show(actor: Actor) {
    const [facts, { searched, sampled }, secured, [loaded, mailing, branded]] = await Promise.all([
      findFirstSteps(db, actor.userId),
      findSearched(db, actor.accountId),
      secondFactor.isEnabled(actor.userId),
      setUp(actor),
    ])
    if (!facts) throw notFound('The user')
    const done: Record<ChecklistStep, boolean> = {
      load_corpus: loaded === true,
      set_up_mail: mailing === true,
      set_brand: branded === true,
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
    /** Steps this person can do, with their state. */
    show,
    /** Dismisses the list for the person, or restores it. */
    async dismiss(actor: Actor, dismissed: boolean) {
      await transaction(db, async () => {
        await setChecklistDismissed(db, actor.userId, dismissed)
        recordAudit(db, { accountId: actor.accountId, detail: { dismissed } })
      })
      return show(actor)
    },
  }
}

export type ChecklistService = ReturnType<typeof createChecklistService>
