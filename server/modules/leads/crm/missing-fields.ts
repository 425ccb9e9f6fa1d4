import type { CrmMappingItem } from '#contract/activity/run-kinds/crm.ts'
import { AI_TEXT_FIELDS } from '#contract/ai/ai-prompt-types.ts'
import { CRM_KINDS } from '#contract/core/crms/index.ts'
import { type CrmMapping, NEW_CRM_FIELD_KINDS } from '#contract/leads/crm.ts'
import { CUSTOM_FIELD_PREFIX } from '#contract/leads/custom-fields.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { findOwnConnection } from './connections.ts'
import { listCrmFields, noFields, requestNewCrmField } from './crm-fields.ts'
import { saveCrmMapping, showCrmMapping } from './crm-mapping.ts'

/** Our fields that no CRM has by default but people want there; custom fields are wanted as well. */
const WANTED: ReadonlySet<string> = new Set(['position', 'labels', ...AI_TEXT_FIELDS.map(({ name }) => name)])

const isWanted = (name: string): boolean => WANTED.has(name) || name.startsWith(CUSTOM_FIELD_PREFIX)

/** The CRM field for each of ours: one with the same name and a compatible type, else a new one. */
async function targetsFor(
  ctx: Context,
  actor: Actor,
  id: number,
  missing: CrmMapping['fields'],
  signal: AbortSignal,
) {
  const known = await listCrmFields(ctx, actor, id, signal)
  const items: CrmMappingItem[] = []
  let created = 0
  for (const { name, label, takes: accepts } of missing) {
    const same = known.find((item) => item.label.toLowerCase() === label.toLowerCase())
    // A name taken by a field of an incompatible type is left to a person.
    if (same && !accepts.includes(same.kind)) continue
    const kind = NEW_CRM_FIELD_KINDS.find((kind) => accepts.includes(kind)) ?? 'text'
    const field = same ?? (await requestNewCrmField(ctx, actor, id, { label, kind }, signal))
    if (!same) created += 1
    items.push({ field: name, to: field.key, policy: 'fill' })
  }
  return { items, created }
}

/** Creates and maps unmapped fields. @throws AppError conflict when nothing is missing. */
export async function createMissingFields(
  ctx: Context,
  actor: Actor,
  place: { id: number; type: ListTypeId },
  signal: AbortSignal,
) {
  const { crm } = await findOwnConnection(ctx, actor, place.id)
  if (!CRM_KINDS[crm].can.customFields) throw noFields(crm)
  const now = await showCrmMapping(ctx, actor, place.id, place.type)
  const sent = new Set(now.items.map(({ field }) => field))
  const missing = now.fields.filter(({ name }) => isWanted(name) && !sent.has(name))
  const { items, created } = await targetsFor(ctx, actor, place.id, missing, signal)
  const used = new Set(now.items.map(({ to }) => to))
  const free = items.filter(({ to }) => !used.has(to))
  if (free.length === 0) throw conflict('No fields are missing')
  const next = { items: [...now.items, ...free], version: now.version }
  return { mapping: await saveCrmMapping(ctx, actor, place, next, signal), created }
}
