import type { ImportAddress, MappedColumn } from '#contract/prospecting/import-addresses.ts'
import { MAX_DELIVERED_COLUMNS } from '#contract/prospecting/import-addresses.ts'
import type { ImportMapping } from '#contract/prospecting/lead-imports.ts'
import { findBrandOfAccount, findNames } from '#server/modules/accounts/accounts/index.ts'
import { newSecret } from '#server/modules/activity/webhooks/index.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import { findFieldDefinitions } from '#server/modules/leads/custom-fields/index.ts'
import { findLabels } from '#server/modules/leads/leads/index.ts'
import { findOwnList, findTargetList, type ListRow } from '#server/modules/leads/lists/index.ts'
import { appendColumns } from '#server/modules/leads/views/index.ts'
import {
  completeMapping,
  guessMapping,
  makeFields,
  plannedCells,
  readCountry,
} from '#server/modules/prospecting/lead-imports/index.ts'
import type { Context } from '#server/platform/context.ts'
import { newToken } from '#server/platform/crypto/tokens.ts'
import { transaction } from '#server/platform/db/db.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { type AddressRow, findAddress, lockAddress, storeKey, updateAddress } from './addresses-store.ts'
import { findLastDeliveries } from './deliveries-store.ts'
import { sampleColumns } from './map-columns.ts'
import type { SentRow } from './read-delivery.ts'
import { sealSecret } from './seal-secret.ts'

/** Deliveries that samples of columns are taken from, and samples of a column. */
const SAMPLED = 20
const SAMPLES = 3

export interface AddressChange {
  mapping?: ImportMapping
  country?: string | null
  label_ids?: number[]
  notify_ids?: number[]
}

const placeOf = ({ accountId }: Actor, listId: number) => ({ account_id: accountId, list_id: listId })

/** The columns that were ever delivered, those that nobody decided about first. */
async function listMapped(ctx: Context, row: AddressRow, list: ListRow, sent: readonly (SentRow | null)[]) {
  const custom = await findFieldDefinitions(ctx.db, row.account_id)
  const sampled = sampleColumns(sent.slice(0, 200))
  const { reasons } = guessMapping(list.type, custom, sampled)
  const samples = new Map(
    sampled.map(({ name, values }) => [name, values.filter((text) => text.trim() !== '')]),
  )
  const describe = ([name, target]: [string, MappedColumn['target']], isDecided: boolean): MappedColumn => ({
    name,
    target,
    is_decided: isDecided,
    reason: isDecided ? '' : (reasons[name] ?? ''),
    samples: (samples.get(name) ?? []).slice(0, SAMPLES).map((text) => text.slice(0, 100).toWellFormed()),
  })
  // The database keeps no order of columns.
  const byName = (a: MappedColumn, b: MappedColumn) =>
    Number(a.is_decided) - Number(b.is_decided) || a.name.localeCompare(b.name, 'en')
  return [
    ...Object.entries(row.proposed)
      .filter(([name]) => !Object.hasOwn(row.mapping, name))
      .map((entry) => describe(entry, false)),
    ...Object.entries(row.mapping).map((entry) => describe(entry, true)),
  ].sort(byName)
}

async function present(ctx: Context, list: ListRow, row: AddressRow | undefined): Promise<ImportAddress> {
  const last = row ? await findLastDeliveries(ctx.db, row.account_id, row.list_id, SAMPLED) : []
  return {
    is_on: Boolean(row?.key_hash),
    is_signed: Boolean(row?.key_hash && row.secret),
    type: list.type,
    columns: row
      ? await listMapped(
          ctx,
          row,
          list,
          last.flatMap(({ rows }) => rows),
        )
      : [],
    country: row?.country ?? null,
    label_ids: row?.label_ids ?? [],
    notify_ids: row?.notify_ids ?? [],
    renewed_at: row?.renewed_at?.toISOString() ?? null,
    last_delivery_at: last[0]?.received_at.toISOString() ?? null,
  }
}

/** @throws AppError not_found */
export async function showImportAddress(ctx: Context, actor: Actor, listId: number): Promise<ImportAddress> {
  const list = await findOwnList(ctx, actor, listId)
  return present(ctx, list, await findAddress(ctx.db, placeOf(actor, listId)))
}

const audit = (ctx: Context, { accountId }: Actor, list: ListRow, detail: object = {}) =>
  recordAudit(ctx.db, { accountId, subject: `list:${list.id}`, detail: { name: list.name, ...detail } })

/** Gives a list a new address; the one before stops working. @throws AppError not_found, conflict */
export const renewImportAddress = (
  ctx: Context,
  actor: Actor,
  listId: number,
  { signed }: { signed: boolean },
) =>
  transaction(ctx.db, async () => {
    const list = await findTargetList(ctx, actor, listId)
    const place = placeOf(actor, listId)
    const { token, hash } = newToken('in_')
    const secret = signed ? newSecret() : null
    await storeKey(ctx.db, {
      ...place,
      key_hash: hash,
      secret: secret && sealSecret(ctx, place, secret),
      created_by: actor.userId,
      notify_ids: [actor.userId],
    })
    audit(ctx, actor, list, { signed })
    const { url } = await findBrandOfAccount(ctx, actor.accountId)
    return { address: `${url}/api/in/${token}`, secret }
  })

async function requireKnown(ctx: Context, { accountId }: Actor, change: AddressChange): Promise<void> {
  const { label_ids: labelIds = [], notify_ids: notifyIds = [] } = change
  const labels = labelIds.length > 0 ? (await findLabels(ctx.db, accountId)).map(({ id }) => id) : []
  if (labelIds.some((id) => !labels.includes(id))) throw notFound('The label')
  const names = notifyIds.length > 0 ? await findNames(ctx.db, accountId, notifyIds) : new Map()
  if (notifyIds.some((id) => !names.has(id))) throw notFound('The person')
}

/**
 * What people decide about columns, with the custom fields that it creates.
 * @throws AppError validation_failed for unknown columns and fields, and where nothing tells leads apart
 */
async function decide(
  ctx: Context,
  actor: Actor,
  { list, row, mapping }: { list: ListRow; row: AddressRow; mapping: ImportMapping },
) {
  const custom = await findFieldDefinitions(ctx.db, actor.accountId)
  const made = await makeFields(ctx, actor, mapping)
  const added = [...made.values()].map(({ name }) => name)
  await appendColumns(ctx, actor, list.type, added)
  const named = Object.fromEntries(
    Object.entries(mapping).map(([column, target]) => {
      const field = made.get(column)?.name
      return [column, field === undefined ? target : { field }]
    }),
  )
  const decided = { ...row.mapping, ...named }
  const columns = [...new Set([...Object.keys(decided), ...Object.keys(row.proposed)])]
  if (columns.length > MAX_DELIVERED_COLUMNS)
    throw invalidField('mapping', `At most ${MAX_DELIVERED_COLUMNS} columns can be remembered`)
  plannedCells(list.type, {
    custom: [...custom, ...made.values()],
    columns,
    mapping: completeMapping(columns, { stated: decided, found: row.proposed, newFields: 'skip' }),
    makeField: () => undefined,
  })
  return {
    mapping: decided,
    proposed: Object.fromEntries(
      Object.entries(row.proposed).filter(([column]) => !Object.hasOwn(decided, column)),
    ),
  }
}

/** @throws AppError not_found, validation_failed */
export const changeImportAddress = (
  ctx: Context,
  actor: Actor,
  listId: number,
  { mapping, country, ...rest }: AddressChange,
): Promise<ImportAddress> =>
  transaction(ctx.db, async () => {
    const list = await findOwnList(ctx, actor, listId)
    const row = await lockAddress(ctx.db, placeOf(actor, listId))
    if (!row) throw notFound('The import address')
    await requireKnown(ctx, actor, rest)
    const next = {
      ...rest,
      ...(country !== undefined && { country: readCountry(country ?? '') }),
      ...(mapping && (await decide(ctx, actor, { list, row, mapping }))),
    }
    const changes = fieldChanges(row, { ...row, ...next })
    if (Object.keys(changes).length === 0) {
      markUnchanged()
      return present(ctx, list, row)
    }
    audit(ctx, actor, list, changes)
    return present(ctx, list, await updateAddress(ctx.db, row, next))
  })

/** @throws AppError not_found */
export const removeImportAddress = (ctx: Context, actor: Actor, listId: number): Promise<void> =>
  transaction(ctx.db, async () => {
    const list = await findOwnList(ctx, actor, listId)
    const row = await lockAddress(ctx.db, placeOf(actor, listId))
    if (!row?.key_hash) throw notFound('The import address')
    await updateAddress(ctx.db, row, { key_hash: null, secret: null })
    audit(ctx, actor, list)
  })
