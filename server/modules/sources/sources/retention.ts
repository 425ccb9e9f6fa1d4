import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import type { Searcher } from '#contract/sources/searchers.ts'
import type { SourceDeclaration } from '#contract/sources/source-kinds/define.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import { countExpiring } from '#server/modules/leads/leads/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { findSettings, saveRetention } from './settings-store.ts'
import { listAllSources } from './source-registry.ts'

const DAY_MS = 86_400_000

/** Retention of a source's values in days: the administrators' setting, limited by its terms; null is unlimited. */
export const retentionDays = (
  { retentionDays: max }: SourceDeclaration,
  days: number | null,
): number | null => (max === null ? null : Math.min(days ?? max, max))

/** Labels of the fields that may be kept indefinitely. */
const retainedLabels = ({ answers, keeps }: SourceDeclaration): string[] => {
  const fields = Object.keys(answers).flatMap((type) => LIST_TYPES[type as ListTypeId].fields)
  return keeps.flatMap((name) => fields.find((field) => field.name === name)?.label ?? [])
}

/** A source's retention for administrators; null for unlimited ones. */
export function presentRetention(declaration: SourceDeclaration, days: number | null): Searcher['retention'] {
  const effectiveDays = retentionDays(declaration, days)
  return effectiveDays === null
    ? null
    : {
        days: effectiveDays,
        max: declaration.retentionDays as number,
        keeps: retainedLabels(declaration),
      }
}

/** @throws AppError not_found, and validation_failed for days that exceed the source's terms. */
async function checkDays(ctx: Context, id: string, days: number) {
  const declaration = listAllSources(ctx).find((source) => source.declaration.id === id)?.declaration
  if (!declaration) throw notFound('The source')
  const { label, retentionDays: max } = declaration
  if (max === null) throw invalidField('days', `Values of ${label} can be kept indefinitely`)
  if (days > max) throw invalidField('days', `The terms of ${label} allow at most ${max} days`)
  const setting = (await findSettings(ctx.db)).find(({ source_id }) => source_id === id)
  return { max, setting }
}

/** What a retention of this many days would delete. */
export async function previewRetention(ctx: Context, id: string, days: number) {
  const { max, setting } = await checkDays(ctx, id, days)
  const sooner = (setting?.retention_noted ?? max) - days
  const until = new Date(ctx.clock.now().getTime() + sooner * DAY_MS)
  const lost = sooner > 0 ? await countExpiring(ctx.db, id, until) : { leads: 0, lists: 0 }
  return { days, ...lost }
}

/** Sets for how many days values of a source are kept. */
export async function setRetention(ctx: Context, actor: Actor, id: string, days: number): Promise<void> {
  const { max, setting } = await checkDays(ctx, id, days)
  await transaction(ctx.db, async () => {
    await saveRetention(ctx.db, id, days)
    const before = { retention_days: setting?.retention_days ?? max }
    const detail = fieldChanges(before, { retention_days: days })
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `source:${id}`, detail })
  })
}
