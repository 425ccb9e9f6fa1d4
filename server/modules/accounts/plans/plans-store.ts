import { type Generated, type Selectable, sql, type UpdateObject } from 'kysely'
import type { LOG_IN_AS, PERIODS, VERSION_STATES, Wholesale } from '#contract/accounts/plans.ts'
import type { ChargeKind } from '#contract/core/constants.ts'
import type { Currency } from '#contract/core/money.ts'
import { asJson } from '#server/platform/db/as-json.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findRow, insertRow, updateRows } from '#server/platform/db/rows.ts'
import type { ReadOnly, Tables } from '#server/platform/db/tables.ts'

interface PlanTable {
  id: Generated<number>
  /** Null: the installation's own. */
  owner_account_id: number | null
  name: string
  is_public: Generated<boolean>
  description: Generated<string>
  terms: Generated<string>
  after_sale_url: Generated<string | null>
  /** A kit of the seller, which new customers get. */
  kit_id: Generated<number | null>
  archived_at: Generated<Date | null>
  created_at: Generated<Date>
}
interface PlanVersionTable {
  id: Generated<number>
  plan_id: number
  version: number
  state: Generated<(typeof VERSION_STATES)[number]>
  modules: string[]
  /** Credits per period, or once without periods. */
  free_credits: number
  period: Generated<(typeof PERIODS)[number] | null>
  price_minor: Generated<number>
  set_up_minor: Generated<number>
  currency: Generated<Currency | null>
  trial_days: Generated<number>
  seats: Generated<number | null>
  /** Null: no limit. */
  audits_per_month: Generated<number | null>
  credit_prices: Generated<Partial<Record<ChargeKind, number>>>
  log_in_as: Generated<(typeof LOG_IN_AS)[number]>
  calls_per_minute: Generated<number | null>
  wholesale: Generated<Partial<Wholesale>>
  support_open_ai_api_key: Generated<boolean>
  own_key_free: Generated<boolean>
  ai_credits_per_1000_tokens: Generated<number | null>
  ai_own_key_credits_per_1000_tokens: Generated<number | null>
  training_tokens: Generated<number | null>
  created_at: Generated<Date>
}
type PlanVersionInfo = ReadOnly<
  Omit<PlanVersionTable, 'free_credits' | 'created_at'> &
    Pick<PlanTable, 'owner_account_id' | 'name' | 'is_public' | 'archived_at'> & { credits: number }
>
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    plan: PlanTable
    plan_version: PlanVersionTable
    plan_version_info: PlanVersionInfo
  }
}
export type PlanRow = Selectable<PlanTable>
export type PlanVersionRow = Selectable<PlanVersionTable>
export type PlanVersionInfoRow = Selectable<PlanVersionInfo>

/** Whose plans: an account's, or the installation's, which have no owner. */
export type PlanOwner = number | null

/** A plan's initial values. */
export interface NewPlan {
  name: string
  ownerAccountId: PlanOwner
  modules: string[]
  freeCredits: number
  supportOpenAiApiKey?: boolean
  /** Whether leads of a source are free with the account's own key; true by default. */
  ownKeyFree?: boolean
  /** The three AI limits; without them the accounts above decide. */
  aiCreditsPer1000Tokens?: number
  aiOwnKeyCreditsPer1000Tokens?: number
  trainingTokens?: number
}

export async function insertPlanRow(
  db: Db,
  name: string,
  ownerAccountId: PlanOwner,
  kitId: number | null = null,
): Promise<number> {
  const row = await insertRow(db, 'plan', { name, owner_account_id: ownerAccountId, kit_id: kitId }, ['id'])
  return row.id
}

/** A plan with one published version. */
export async function insertPlan(db: Db, plan: NewPlan): Promise<PlanVersionRow> {
  return insertRow(db, 'plan_version', {
    plan_id: await insertPlanRow(db, plan.name, plan.ownerAccountId),
    version: 1,
    modules: plan.modules,
    free_credits: plan.freeCredits,
    support_open_ai_api_key: plan.supportOpenAiApiKey ?? false,
    own_key_free: plan.ownKeyFree ?? true,
    ai_credits_per_1000_tokens: plan.aiCreditsPer1000Tokens ?? null,
    ai_own_key_credits_per_1000_tokens: plan.aiOwnKeyCreditsPer1000Tokens ?? null,
    training_tokens: plan.trainingTokens ?? null,
  })
}

export const findPlanVersion = (db: Db, id: number) => findRow(db, 'plan_version', { id })

/** A plan's version on sale; undefined where there is none, or the plan is archived. */
export const publishedVersion = (db: Db, planId: number) =>
  db
    .selectFrom('plan_version as v')
    .innerJoin('plan as p', 'p.id', 'v.plan_id')
    .selectAll('v')
    .where('v.plan_id', '=', planId)
    .where('v.state', '=', 'published')
    .where('p.archived_at', 'is', null)
    .executeTakeFirst()

/** All versions of a plan, newest first. */
export const listVersions = (db: Db, planId: number) =>
  db.selectFrom('plan_version').selectAll().where('plan_id', '=', planId).orderBy('version', 'desc').execute()

/** An owner's plan, locked until the transaction ends: its versions change one after another. */
export const lockPlan = (db: Db, owner: PlanOwner, id: number) =>
  db
    .selectFrom('plan')
    .selectAll()
    .where('id', '=', id)
    .where('owner_account_id', owner === null ? 'is' : '=', owner)
    .forUpdate()
    .executeTakeFirst()

export const findPlan = (db: Db, owner: PlanOwner, id: number) =>
  db
    .selectFrom('plan')
    .selectAll()
    .where('id', '=', id)
    .where('owner_account_id', owner === null ? 'is' : '=', owner)
    .executeTakeFirst()

/** An owner's packages on sale, with or without a page. */
export const listPublishedPlans = (db: Db, owner: PlanOwner) =>
  db
    .selectFrom('plan_version_info')
    .select(['plan_id as id', 'is_public', 'price_minor'])
    .where('owner_account_id', owner === null ? 'is' : '=', owner)
    .where('state', '=', 'published')
    .where('archived_at', 'is', null)
    .where(sql<boolean>`not modules && '{admin}'::text[]`)
    .orderBy('plan_id')
    .execute()

/** An owner's packages with a public page. */
export const listPublicPlans = (db: Db, owner: PlanOwner) =>
  db
    .selectFrom('plan')
    .selectAll()
    .where('owner_account_id', owner === null ? 'is' : '=', owner)
    .where('is_public', '=', true)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .execute()

export const updatePlan = (db: Db, id: number, set: UpdateObject<Tables, 'plan'>) =>
  updateRows(db, 'plan', { id }, set)

export type VersionContent = Omit<PlanVersionRow, 'id' | 'plan_id' | 'version' | 'state' | 'created_at'>

export const insertVersion = (
  db: Db,
  row: VersionContent & Pick<PlanVersionRow, 'plan_id' | 'version' | 'state'>,
) =>
  insertRow(db, 'plan_version', {
    ...row,
    credit_prices: asJson(row.credit_prices),
    wholesale: asJson(row.wholesale),
  })

/** Changes a draft; a published version never changes. @returns whether there was a draft. */
export async function changeDraft(db: Db, versionId: number, content: VersionContent): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('plan_version')
    .set({
      ...content,
      credit_prices: asJson(content.credit_prices),
      wholesale: asJson(content.wholesale),
    })
    .where('id', '=', versionId)
    .where('state', '=', 'draft')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Publishes a draft in place of the previous version. */
export async function publishDraft(db: Db, { id, plan_id }: PlanVersionRow): Promise<void> {
  await updateRows(db, 'plan_version', { plan_id, state: 'published' }, { state: 'archived' })
  await updateRows(db, 'plan_version', { id }, { state: 'published' })
}

/** Publishes a copy of the version on sale with another number of credits. */
export async function publishWithCredits(db: Db, sold: PlanVersionRow, credits: number): Promise<void> {
  const { id: _id, created_at: _at, ...content } = sold
  const newest = (await listVersions(db, sold.plan_id))[0] ?? sold
  const draft = await insertVersion(db, {
    ...content,
    version: newest.version + 1,
    // There may be a draft, at most one.
    state: 'archived',
    free_credits: credits,
  })
  await publishDraft(db, draft)
}

/** An owner's plans for registration: on sale, free and not for resellers. */
export const listSignUpPlans = (db: Db, owner: PlanOwner) =>
  db
    .selectFrom('plan_version_info as v')
    .select(['v.plan_id as id', 'v.name', 'v.modules', 'v.credits'])
    .where('v.owner_account_id', owner === null ? 'is' : '=', owner)
    .where('v.state', '=', 'published')
    .where('v.archived_at', 'is', null)
    .where('v.price_minor', '=', 0)
    .where('v.set_up_minor', '=', 0)
    .where(sql<boolean>`not v.modules && '{whitelabel,admin}'::text[]`)
    .orderBy('v.plan_id')
    .execute()

const ownedBy = (db: Db, owner: PlanOwner) =>
  db.selectFrom('plan').where('owner_account_id', owner === null ? 'is' : '=', owner)

/** An owner's packages that aren't archived. */
export const listPlansOfOwner = (db: Db, owner: PlanOwner) =>
  ownedBy(db, owner).selectAll().where('archived_at', 'is', null).orderBy('id').execute()

/** The package of this name that was archived last. */
export const findArchivedPlan = (db: Db, owner: PlanOwner, name: string) =>
  ownedBy(db, owner)
    .select('id')
    .where('archived_at', 'is not', null)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .orderBy('archived_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** An owner's packages whose new customers get a kit. */
export const listPlansOfKit = (db: Db, owner: PlanOwner, kitId: number) =>
  ownedBy(db, owner).select(['id', 'name']).where('kit_id', '=', kitId).orderBy('id').execute()

/** Packages of an owner no longer name a kit that is deleted. */
export async function forgetKit(db: Db, owner: PlanOwner, kitId: number): Promise<void> {
  for (const { id } of await listPlansOfKit(db, owner, kitId)) await updatePlan(db, id, { kit_id: null })
}

/** The package of a version, with the kit that its new customers get. */
export const findPlanOfVersion = (db: Db, versionId: number) =>
  db
    .selectFrom('plan as p')
    .innerJoin('plan_version as v', 'v.plan_id', 'p.id')
    .select(['p.id', 'p.name', 'p.owner_account_id', 'p.kit_id'])
    .where('v.id', '=', versionId)
    .executeTakeFirst()

/** The owner of a plan; null for the installation's. */
export const findPlanOwner = async (db: Db, planId: number): Promise<number | null> =>
  (await findRow(db, 'plan', { id: planId }, ['owner_account_id']))?.owner_account_id ?? null
