import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type LabelRow, lockLabel } from '#server/modules/leads/leads/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'

/** A label of the account, or with `deleted` one of its deleted labels, locked. @throws AppError not_found. */
export async function lockOwnLabel(db: Db, actor: Actor, id: number, deleted = false): Promise<LabelRow> {
  const label = await lockLabel(db, actor.accountId, id)
  if (!label || (label.deleted_at !== null) !== deleted) throw notFound('The label')
  return label
}

export const recordLabelAudit = (db: Db, actor: Actor, label: LabelRow, detail: object = {}): void =>
  recordAudit(db, {
    accountId: actor.accountId,
    subject: `label:${label.id}`,
    detail: { name: label.name, ...detail },
  })
