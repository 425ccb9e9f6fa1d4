import type { Db } from '#server/platform/db/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import { findLabels } from './labels-store.ts'

/** Ids of labels by name, whatever their case. @throws AppError validation_failed at `labels`. */
export async function readLabelNames(db: Db, accountId: number, names: readonly string[]): Promise<number[]> {
  const known = names.length === 0 ? [] : await findLabels(db, accountId)
  return names.map((wanted) => {
    const label = known.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
    if (!label) throw invalidField('labels', `There is no label called “${wanted}”`)
    return label.id
  })
}
