import { isDeepStrictEqual } from 'node:util'
import { KIT_PART_NAMES } from '#contract/admin/kit-part-names.ts'
import { MAX_KIT_VERSIONS, MAX_KITS, type StoredKitDetail } from '#contract/admin/stored-kits.ts'
import { findNames } from '#server/modules/accounts/accounts/index.ts'
import { findSeller, forgetKit, listPlansOfKit } from '#server/modules/accounts/plans/index.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { isUniqueViolation, transaction } from '#server/platform/db/db.ts'
import { conflict, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { numberedPage, pageReply } from '#server/platform/http/page-reply.ts'
import { type KitSource, readKitSource } from './read-kit-source.ts'
import { presentDocument } from './read-settings.ts'
import { findLastRollOut, hasOpenRollout } from './rollouts-store.ts'
import * as store from './stored-kits-store.ts'

/** @throws AppError not_found for a kit of another account. */
export async function getKit(ctx: Context, actor: Actor, id: number): Promise<store.KitRow> {
  const kit = await store.findKit(ctx.db, actor.accountId, id)
  if (!kit) throw notFound('The kit')
  return kit
}

async function lockKit(ctx: Context, actor: Actor, id: number): Promise<store.KitRow> {
  const kit = await store.lockKit(ctx.db, actor.accountId, id)
  if (!kit) throw notFound('The kit')
  return kit
}

/** A version of a kit, the newest by default. @throws AppError not_found. */
export async function getKitVersion(ctx: Context, kit: store.KitRow, number?: number) {
  const version =
    number === undefined
      ? await store.findNewestVersion(ctx.db, kit)
      : await store.findKitVersion(ctx.db, kit, number)
  if (!version) throw notFound('The version')
  return version
}

const record = (ctx: Context, { account_id, id }: store.KitRow, detail: Record<string, unknown>) =>
  recordAudit(ctx.db, { accountId: account_id, subject: `kit:${id}`, detail })

const sum = (counts: ReadonlyMap<number | null, number>): number =>
  [...counts.values()].reduce((total, count) => total + count, 0)

export async function showKit(ctx: Context, actor: Actor, id: number): Promise<StoredKitDetail> {
  const kit = await getKit(ctx, actor, id)
  const versions = await store.listKitVersions(ctx.db, kit)
  const newest = await getKitVersion(ctx, kit)
  const counts = await store.countAccounts(ctx.db, kit)
  const people = [...new Set(versions.flatMap(({ created_by: by }) => (by === null ? [] : [by])))]
  const names = await findNames(ctx.db, actor.accountId, people)
  const { owner } = await findSeller(ctx.db, actor.accountId)
  return {
    id,
    name: kit.name,
    description: kit.description,
    version: newest.number,
    changed_at: newest.created_at.toISOString(),
    accounts: sum(counts),
    shared: kit.share_hash !== null,
    rolled_out_at: await findLastRollOut(ctx.db, kit),
    parts: KIT_PART_NAMES.filter((name) => newest.document[name] !== undefined),
    versions: versions.map(({ number, note, settings, created_at, created_by, variables }) => ({
      number,
      note,
      settings,
      created_at: created_at.toISOString(),
      created_by: names.get(created_by ?? 0)?.name ?? null,
      accounts: counts.get(number) ?? 0,
      variables,
    })),
    packages: await listPlansOfKit(ctx.db, owner, id),
  }
}

export async function listKits(
  ctx: Context,
  actor: Actor,
  query: { page: number; limit: number; search?: string | undefined },
) {
  const { rows, total } = await store.pageKits(ctx.db, actor.accountId, query)
  const data = []
  for (const { name, description, version, changed_at, ...row } of rows) {
    const { id, account_id } = row
    data.push({
      id,
      name,
      description,
      version,
      changed_at: changed_at.toISOString(),
      accounts: sum(await store.countAccounts(ctx.db, { id, name, account_id })),
      shared: row.share_hash !== null,
      rolled_out_at: await findLastRollOut(ctx.db, row),
    })
  }
  return pageReply(data, query, total)
}

/** @throws AppError conflict for a name that another kit of the account has. */
const withFreeName = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error) => {
    throw isUniqueViolation(error, 'kit_name') ? conflict('You have a kit of this name') : error
  })

export const createKit = (
  ctx: Context,
  actor: Actor,
  input: KitSource & { name?: string | undefined; description?: string | undefined; note: string },
): Promise<StoredKitDetail> =>
  withFreeName(() =>
    transaction(ctx.db, async () => {
      const read = await readKitSource(ctx, actor, input)
      const name = input.name ?? read.name
      if (name === null) throw invalidField('name', 'Name the kit')
      if ((await store.countKits(ctx.db, actor.accountId)) >= MAX_KITS)
        throw conflict(`You can have ${MAX_KITS} kits. Delete one first`)
      const description = input.description ?? read.description
      const kit = await store.insertKit(ctx.db, { account_id: actor.accountId, name, description })
      await store.insertKitVersion(ctx.db, {
        account_id: actor.accountId,
        kit_id: kit.id,
        number: 1,
        note: input.note,
        document: read.settings,
        created_by: actor.userId,
      })
      record(ctx, kit, { name })
      return showKit(ctx, actor, kit.id)
    }),
  )

/** @returns whether there is a new one: the same settings as the newest version add none. */
export const addKitVersion = (
  ctx: Context,
  actor: Actor,
  id: number,
  { note, ...source }: KitSource & { note: string },
): Promise<{ kit: StoredKitDetail; isNew: boolean }> =>
  transaction(ctx.db, async () => {
    const kit = await lockKit(ctx, actor, id)
    const { settings } = await readKitSource(ctx, actor, source)
    const newest = await getKitVersion(ctx, kit)
    const isNew = !isDeepStrictEqual(newest.document, settings)
    if (isNew) {
      if (newest.number >= MAX_KIT_VERSIONS)
        throw conflict(`A kit can have ${MAX_KIT_VERSIONS} versions. Start another kit with these settings`)
      await store.insertKitVersion(ctx.db, {
        account_id: kit.account_id,
        kit_id: kit.id,
        number: newest.number + 1,
        note,
        document: settings,
        created_by: actor.userId,
      })
      record(ctx, kit, { name: kit.name, version: newest.number + 1 })
    } else markUnchanged()
    return { kit: await showKit(ctx, actor, id), isNew }
  })

export const updateKit = (
  ctx: Context,
  actor: Actor,
  id: number,
  input: { name?: string | undefined; description?: string | undefined },
): Promise<StoredKitDetail> =>
  withFreeName(() =>
    transaction(ctx.db, async () => {
      const kit = await lockKit(ctx, actor, id)
      const { name = kit.name, description = kit.description } = input
      await store.updateKitRow(ctx.db, kit, { name, description })
      const before = { name: kit.name, description: kit.description }
      record(ctx, kit, fieldChanges(before, { name, description }))
      return showKit(ctx, actor, id)
    }),
  )

/** Uses of it stay. @throws AppError not_found, conflict while a roll-out of it runs. */
export const deleteKit = (ctx: Context, actor: Actor, id: number): Promise<void> =>
  transaction(ctx.db, async () => {
    const kit = await lockKit(ctx, actor, id)
    if (await hasOpenRollout(ctx.db, kit))
      throw conflict('A roll-out of this kit is running. Stop it, or wait for its end')
    await forgetKit(ctx.db, (await findSeller(ctx.db, actor.accountId)).owner, id)
    await store.deleteKitRow(ctx.db, kit)
    record(ctx, kit, { name: kit.name })
  })

export async function showKitVersion(ctx: Context, actor: Actor, id: number, number: number) {
  const kit = await getKit(ctx, actor, id)
  const { document, note, created_at } = await getKitVersion(ctx, kit, number)
  const head = { kit: kit.name, ...(kit.description && { description: kit.description }) }
  return {
    number,
    note,
    created_at: created_at.toISOString(),
    document: presentDocument(ctx, head, document),
  }
}

export async function listKitAccounts(
  ctx: Context,
  actor: Actor,
  id: number,
  query: { page: number; limit: number },
) {
  const rows = await store.listAccountsOnKit(ctx.db, await getKit(ctx, actor, id))
  const from = (query.page - 1) * query.limit
  const data = rows
    .slice(from, from + query.limit)
    .map(({ applied_at, ...row }) => ({ ...row, applied_at: applied_at.toISOString() }))
  return numberedPage(data, query, rows.length)
}
