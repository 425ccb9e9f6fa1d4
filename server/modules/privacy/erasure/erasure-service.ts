import { erasureRun } from '#contract/activity/run-kinds/erasure.ts'
import { type ListTypeId, subjectOf } from '#contract/leads/list-types/index.ts'
import type { Erasure } from '#contract/privacy/suppression.ts'
import type { StartRun } from '#server/modules/leads/run-start/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { Removed } from './erase-rows.ts'
import { canEraseEverywhere } from './erasure-policy.ts'
import { beginErasure, findReport, insertErasure, pageOfErasures, type ReportRow } from './erasure-store.ts'
import { type ErasureDeps, type ErasureState, scopeOf, seal, suppress } from './erasure-work.ts'
import { type ErasureScope, hasSeveralOwners, isSharedPhone, leadsByIndex } from './find-person.ts'
import { namedBy, newValues, otherValues, type Person, type PersonValue } from './person-values.ts'
import { previewOf } from './preview-erasure.ts'

/** Leads examined for the first names; the run searches all. */
const NAMES_FROM = 500

const present = ({ first_name, last_name, email, created_at, ...row }: ReportRow): Erasure => ({
  ...row,
  erased_by: [first_name, last_name].filter(Boolean).join(' ') || email,
  created_at: created_at.toISOString(),
})

/** Erasing a person: preview, starting the run, and reports. */
export function createErasureService(deps: ErasureDeps & { startRun: StartRun }) {
  const { db, check, secretBox, startRun } = deps

  /** @throws AppError validation_failed when the value does not identify a person. */
  async function identify(actor: Actor, person: Person) {
    const first = namedBy(person)
    const scope = await scopeOf(db, actor.accountId, canEraseEverywhere(actor))
    if (first.kind === 'phone' && (await hasSeveralOwners(db, scope, first.value)))
      throw invalidField(
        'phone',
        'Several people or businesses have this phone. Use an email or a profile URL',
      )
    return { first, scope }
  }

  /** What indexes find about the person: by the given value first, then by their other names. */
  async function valuesOf(first: PersonValue, scope: ErasureScope): Promise<PersonValue[]> {
    if (first.kind === 'phone') return [first]
    const leads = await leadsByIndex(db, scope, [first], NAMES_FROM)
    const names = leads.filter(({ type }) => subjectOf(type as ListTypeId) === 'person')
    const others = await otherValues(names, (phone) => isSharedPhone(db, scope, phone, first))
    return [first, ...newValues([first], others)]
  }

  async function report(accountId: number, id: number): Promise<Erasure> {
    const row = await findReport(db, accountId, id)
    if (!row) throw notFound('The erasure')
    return present(row)
  }

  return {
    async preview(actor: Actor, person: Person): Promise<Removed> {
      const { first, scope } = await identify(actor, person)
      return previewOf(db, scope, await valuesOf(first, scope))
    },

    /** Starts erasing a person permanently. The run and the suppression entries commit together. */
    async erase(actor: Actor, person: Person): Promise<Erasure> {
      const { first, scope } = await identify(actor, person)
      const { accountId, userId } = actor
      return transaction(db, async () => {
        const id = await insertErasure(db, {
          account_id: accountId,
          kind: first.kind,
          digest: check.digest(first),
          created_by: userId,
        })
        const { run } = await startRun(actor, erasureRun, {
          title: 'Erase a person',
          plan: { input: { erasureId: id }, total: null },
          audit: 'person.erased',
        })
        // Last, so that deliveries are blocked only briefly. Nothing arrives after it, so these are all names.
        await suppress(deps, actor, [first])
        const values = await valuesOf(first, scope)
        await suppress(deps, actor, values)
        const state: ErasureState = {
          values,
          isEverywhere: scope.isEverywhere,
          phase: 'found',
          table: null,
          after: null,
          file: '',
        }
        const progress = seal(secretBox, accountId, id, state)
        await beginErasure(db, accountId, id, { run_id: run.id, progress })
        return report(accountId, id)
      })
    },

    show: (actor: Actor, id: number): Promise<Erasure> => report(actor.accountId, id),

    async page(actor: Actor, query: { page: number; limit: number }) {
      const { rows, total } = await pageOfErasures(db, actor.accountId, query)
      return { data: rows.map(present), currentPage: query.page, pageSize: query.limit, total }
    },
  }
}

export type ErasureService = ReturnType<typeof createErasureService>
