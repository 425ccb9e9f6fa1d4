import { erasureRun } from '#contract/activity/run-kinds/erasure.ts'
import { type ListTypeId, leadSubject } from '#contract/leads/list-types/index.ts'
import type { Erasure } from '#contract/privacy/suppression.ts'
import { startRun } from '#server/modules/leads/run-start/index.ts'
import { makeDigest } from '#server/modules/privacy/suppression/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import type { Removed } from './erase-rows.ts'
import { canEraseEverywhere } from './erasure-policy.ts'
import * as store from './erasure-store.ts'
import { beginErasure, findReport, insertErasure, type ReportRow } from './erasure-store.ts'
import { type ErasureState, findScope, sealState, suppressValues } from './erasure-work.ts'
import { type ErasureScope, hasSeveralOwners, isSharedPhone, leadsByIndex } from './find-person.ts'
import { namedBy, newValues, otherValues, type Person, type PersonValue } from './person-values.ts'
import { countRemoved } from './preview-erasure.ts'

/** Leads examined for the first names; the run searches all. */
const NAMES_FROM = 500

const present = ({ first_name, last_name, email, created_at, ...row }: ReportRow): Erasure => ({
  ...row,
  erased_by: [first_name, last_name].filter(Boolean).join(' ') || email,
  created_at: created_at.toISOString(),
})

/** @throws AppError validation_failed when the value does not identify a person. */
async function identifyPerson(ctx: Context, actor: Actor, person: Person) {
  const first = namedBy(person)
  const scope = await findScope(ctx.db, actor.accountId, canEraseEverywhere(actor))
  if (first.kind === 'phone' && (await hasSeveralOwners(ctx.db, scope, first.value)))
    throw invalidField('phone', 'Several people or businesses have this phone. Use an email or a profile URL')
  return { first, scope }
}

/** What indexes find about the person: by the given value first, then by their other names. */
async function findValues(ctx: Context, first: PersonValue, scope: ErasureScope): Promise<PersonValue[]> {
  if (first.kind === 'phone') return [first]
  const leads = await leadsByIndex(ctx.db, scope, [first], NAMES_FROM)
  const names = leads.filter(({ type }) => leadSubject(type as ListTypeId) === 'person')
  const others = await otherValues(names, (phone) => isSharedPhone(ctx.db, scope, phone, first))
  return [first, ...newValues([first], others)]
}

async function showReport(ctx: Context, accountId: number, id: number): Promise<Erasure> {
  const row = await findReport(ctx.db, accountId, id)
  if (!row) throw notFound('The erasure')
  return present(row)
}

export async function previewErasure(ctx: Context, actor: Actor, person: Person): Promise<Removed> {
  const { first, scope } = await identifyPerson(ctx, actor, person)
  return countRemoved(ctx.db, scope, await findValues(ctx, first, scope))
}

/** Starts erasing a person permanently. The run and the suppression entries commit together. */
export async function startErasure(ctx: Context, actor: Actor, person: Person): Promise<Erasure> {
  const { first, scope } = await identifyPerson(ctx, actor, person)
  const { accountId, userId } = actor
  return transaction(ctx.db, async () => {
    const id = await insertErasure(ctx.db, {
      account_id: accountId,
      kind: first.kind,
      digest: makeDigest(ctx, first),
      created_by: userId,
    })
    const { run } = await startRun(ctx, actor, erasureRun, {
      title: 'Erase a person',
      plan: { input: { erasureId: id }, total: null },
      audit: 'person.erased',
    })
    // Last, so that deliveries are blocked only briefly. Nothing arrives after it, so these are all names.
    await suppressValues(ctx, actor, [first])
    const values = await findValues(ctx, first, scope)
    await suppressValues(ctx, actor, values)
    const state: ErasureState = {
      values,
      isEverywhere: scope.isEverywhere,
      phase: 'found',
      table: null,
      after: null,
      file: '',
    }
    const progress = sealState(ctx, accountId, id, state)
    await beginErasure(ctx.db, accountId, id, { run_id: run.id, progress })
    return showReport(ctx, accountId, id)
  })
}

export const showErasure = (ctx: Context, actor: Actor, id: number): Promise<Erasure> =>
  showReport(ctx, actor.accountId, id)

export async function listErasures(ctx: Context, actor: Actor, query: { page: number; limit: number }) {
  const { rows, total } = await store.listErasures(ctx.db, actor.accountId, query)
  return pageReply(rows.map(present), query, total)
}
