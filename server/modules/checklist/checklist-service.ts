import type { ChecklistStep } from '#contract/me.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import { hasPlaces } from '#server/modules/corpus/index.ts'
import type { MailService } from '#server/modules/mail/index.ts'
import { hasDelivered } from '#server/modules/runs/index.ts'
import type { SecondFactorService } from '#server/modules/second-factor/index.ts'
import type { SitesService } from '#server/modules/sites/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { findFirstSteps, setDismissed } from './checklist-store.ts'

export interface ChecklistDeps {
  db: Db
  secondFactor: Pick<SecondFactorService, 'isEnabled'>
  mail: Pick<MailService, 'works'>
  sites: Pick<SitesService, 'isBranded'>
}

/** Who sets up the installation. */
const isAdmin = (actor: Actor): boolean => actor.role === 'admin' && actor.modules.includes('admin')

/** Steps that not everybody can do, and who can. */
const OPEN_TO: Partial<Record<ChecklistStep, (actor: Actor) => boolean>> = {
  load_corpus: isAdmin,
  set_up_mail: isAdmin,
  set_brand: isAdmin,
  // For who sets up, sample data is one of the two ways of `load_corpus`.
  try_sample: (actor) => actor.modules.includes('leads') && !isAdmin(actor),
  first_search: (actor) => actor.modules.includes('leads'),
  invite_team: (actor) => actor.isMainUser,
}

/** The first steps of a person, computed from what really is there. */
export function createChecklistService({ db, secondFactor, mail, sites }: ChecklistDeps) {
  /** What is set up; nobody but an administrator is told. */
  async function setUp(actor: Actor): Promise<boolean[]> {
    return isAdmin(actor) ? Promise.all([hasPlaces(db), mail.works(), sites.isBranded()]) : []
  }

  async function show(actor: Actor) {
    const [facts, sampled, searched, secured, [loaded, mailing, branded]] = await Promise.all([
      findFirstSteps(db, actor.userId),
      hasDelivered(db, actor.accountId, { sample: true }),
      hasDelivered(db, actor.accountId, { sample: false }),
      secondFactor.isEnabled(actor.userId),
      setUp(actor),
    ])
    if (!facts) throw notFound('The user')
    const done: Record<ChecklistStep, boolean> = {
      load_corpus: loaded === true || sampled,
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
