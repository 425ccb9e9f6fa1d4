import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import type { Searcher } from '#contract/sources/searchers.ts'
import type { SourceDeclaration } from '#contract/sources/source-kinds/define.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { findSettings, saveRetention } from './settings-store.ts'
import type { SourcesService } from './sources-service.ts'

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

export interface RetentionDeps {
  db: Db
  sources: Pick<SourcesService, 'all'>
  /** Number of leads and lists with values of a source that expire before a moment. */
  countExpiring(sourceId: string, until: Date): Promise<{ leads: number; lists: number }>
  now(): Date
}

/** Retention of sources' values, within their terms. */
export function createRetention({ db, sources, countExpiring, now }: RetentionDeps) {
  /** @throws AppError not_found, and validation_failed for days that exceed the source's terms. */
  async function check(id: string, days: number) {
    const declaration = sources.all().find((source) => source.declaration.id === id)?.declaration
    if (!declaration) throw notFound('The source')
    const { label, retentionDays: max } = declaration
    if (max === null) throw invalidField('days', `Values of ${label} can be kept indefinitely`)
    if (days > max) throw invalidField('days', `The terms of ${label} allow at most ${max} days`)
    const setting = (await findSettings(db)).find(({ source_id }) => source_id === id)
    return { max, setting }
  }

  return {
    /** What a retention of this many days would delete. */
    async preview(id: string, days: number) {
      const { max, setting } = await check(id, days)
      const sooner = (setting?.retention_noted ?? max) - days
      const until = new Date(now().getTime() + sooner * DAY_MS)
      const lost = sooner > 0 ? await countExpiring(id, until) : { leads: 0, lists: 0 }
      return { days, ...lost }
    },

    async set(actor: Actor, id: string, days: number): Promise<void> {
      const { max, setting } = await check(id, days)
      await transaction(db, async () => {
        await saveRetention(db, id, days)
        const before = { retention_days: setting?.retention_days ?? max }
        const detail = fieldChanges(before, { retention_days: days })
        recordAudit(db, { accountId: actor.accountId, subject: `source:${id}`, detail })
      })
    },
  }
}
