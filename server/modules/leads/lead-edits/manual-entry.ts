import { fieldErrors } from '#contract/core/messages.ts'
import { findField, LIST_TYPES, type ListTypeId, leadSubject } from '#contract/leads/list-types/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { nameKey, normaliseUrl, ownDomain, profileUrl } from '#server/modules/core/normalise/index.ts'
import {
  addLeads,
  closeChange,
  findLeadScope,
  insertSameChange,
  leadOfEntity,
  leadsOfEmail,
  leadsOfProfile,
  leadsOfWebsite,
  openChange,
  refuseSuppressed,
  upsertEntities,
  websiteKey,
} from '#server/modules/leads/leads/index.ts'
import { lockList } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError, conflict, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { readValue } from './read-value.ts'
import { knownEntityKeys } from './signals.ts'
import { byHand } from './value-edits.ts'

type Values = Record<string, string | number | null>

/** Form fields whose lead field has another name. */
const FIELD_OF: Record<string, string> = { state: 'region' }

const readText = (values: Values, name: string): string | null =>
  typeof values[name] === 'string' ? (values[name] as string) : null

/** Whether two names may be the same: one is missing, or they differ only in legal form or spelling. */
const agree = (a: string | null, b: string | null): boolean => !a || !b || nameKey(a) === nameKey(b)

/** Typed input, validated by the list type's form and normalized for its fields. */
function readEntry(type: ListTypeId, raw: Record<string, string>): Values {
  const schema = LIST_TYPES[type].manualEntrySchema
  if (!schema) throw conflict('You can’t add leads to this list type manually')
  const filled = Object.fromEntries(
    Object.entries(raw)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [
        name,
        /^(website|linkedin_url)$/.test(name) ? (normaliseUrl(value) ?? value) : value,
      ]),
  )
  if (leadSubject(type) === 'business' && !filled.website)
    throw invalidField('values.website', 'Field is required')
  const checked = schema.safeParse(filled)
  if (!checked.success) {
    const problems = Object.entries(fieldErrors(checked.error)).map(([name, message]) => [
      `values.${name}`,
      message,
    ])
    throw new AppError('validation_failed', String(problems[0]?.[1]), {
      fields: Object.fromEntries(problems),
    })
  }
  return inFields(type, checked.data as Record<string, string>)
}

function inFields(type: ListTypeId, filled: Record<string, string>): Values {
  const values: Values = {}
  const read = (name: string, country: string | null) => {
    const field = findField(type, FIELD_OF[name] ?? name)
    if (!field || !filled[name]) return
    const result = readValue(field, filled[name], { country })
    if ('problem' in result) throw invalidField(`values.${name}`, result.problem)
    values[field.name] = result.value
  }
  // A phone number without a country code depends on its country.
  read('country', null)
  for (const name of Object.keys(filled)) if (name !== 'country') read(name, readText(values, 'country'))
  const linkedin = readText(values, 'linkedin_url')
  if (linkedin) values.linkedin_url = profileUrl(linkedin, 'linkedin') ?? linkedin
  const website = readText(values, 'website')
  if (website) values.domain = ownDomain(website)
  return values
}

interface ListPlace {
  accountId: number
  listId: number
}

// Manual leads: free, each one undoable history entry.

/** The matching person of the list, if any, by profile. Slow. */
async function sameProfile(ctx: Context, place: ListPlace, type: ListTypeId, values: Values) {
  const linkedinUrl = leadSubject(type) === 'business' ? null : readText(values, 'linkedin_url')
  return linkedinUrl ? (await leadsOfProfile(ctx.db, place, linkedinUrl))[0] : undefined
}

/** The matching lead of the list, if any, by email or website. */
async function sameLead(ctx: Context, place: ListPlace, type: ListTypeId, values: Values) {
  if (leadSubject(type) !== 'business') {
    const email = readText(values, 'email')
    return email ? (await leadsOfEmail(ctx.db, place, email))[0] : undefined
  }
  const rows = await leadsOfWebsite(ctx.db, place, readText(values, 'website') ?? '')
  return rows.find(({ name }) => agree(name, readText(values, 'name')))
}

/** The key that searches use for the lead, where that is certain; else a key of its own. */
async function makeKey(ctx: Context, type: ListTypeId, values: Values): Promise<string> {
  const [name, domain] = [readText(values, 'name'), readText(values, 'domain')]
  const email = readText(values, 'email')
  const linkedinUrl = readText(values, 'linkedin_url')
  if (leadSubject(type) !== 'business') {
    const [known] = await knownEntityKeys.ask(ctx, { linkedinUrl, email })
    return known?.key ?? `manual:${linkedinUrl ?? email}`
  }
  const known = domain ? await knownEntityKeys.ask(ctx, { domain }) : []
  const keys = new Set(known.filter((item) => agree(item.name, name)).map(({ key }) => key))
  const [only] = keys
  if (only !== undefined && keys.size === 1) return only
  return `manual:${websiteKey(readText(values, 'website') ?? '')}:${(name && nameKey(name)) ?? ''}`
}

/** The list's lead with this entity, although its values differ from the ones entered. */
async function findExisting(ctx: Context, accountId: number, listId: number, entityId: number) {
  const { id, deleted_at } = await leadOfEntity(ctx.db, { accountId, listId }, entityId)
  if (deleted_at) throw conflict('This lead is in the list’s trash. Restore it there')
  markUnchanged()
  return { id, isNew: false, token: null }
}

/** Adds a lead, or returns the existing one. @throws AppError not_found, conflict, validation_failed. */
export const addLeadByHand = (
  ctx: Context,
  actor: Actor,
  { listId, type }: { listId: number; type: ListTypeId },
  raw: Record<string, string>,
): Promise<{ id: number; isNew: boolean; token: number | null }> =>
  transaction(ctx.db, async () => {
    const { accountId, userId } = actor
    await findLeadScope(ctx, actor, listId, type)
    const values = readEntry(type, raw)
    await refuseSuppressed(ctx, accountId, values)
    const found = await sameProfile(ctx, { accountId, listId }, type, values)
    // One entry at a time per list: two people who add the same at once get one lead. Of the same profile
    // they get one by its entity.
    await lockList(ctx.db, accountId, listId)
    const same = found ?? (await sameLead(ctx, { accountId, listId }, type, values))
    if (same) {
      markUnchanged()
      return { id: same.id, isNew: false, token: null }
    }
    const key = await makeKey(ctx, type, values)
    const entityId = (await upsertEntities(ctx.db, accountId, type, [key])).get(key) as number
    const place = { accountId, listId, userId }
    const added = await addLeads(ctx, { accountId, listId, runId: null }, [
      {
        entityId,
        values,
        provenance: { default: byHand() },
        source: 'manual',
        isSample: false,
      },
    ])
    const id = added.get(entityId)
    if (id === undefined) return findExisting(ctx, accountId, listId, entityId)
    const historyId = await openChange(ctx.db, place, 'leads.added_by_hand', {
      name: values.name ?? values.website ?? values.email ?? values.linkedin_url,
    })
    await insertSameChange(ctx.db, { accountId, historyId }, [id], {
      before: { list_id: listId, is_deleted: true },
      after: { list_id: listId, is_deleted: false },
    })
    const token = await closeChange(ctx.db, accountId, historyId, 1)
    recordAudit(ctx.db, { accountId, subject: `lead:${id}`, detail: { list_id: listId, undo_token: token } })
    return { id, isNew: true, token }
  })
