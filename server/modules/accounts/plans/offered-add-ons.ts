import type { Db } from '#server/platform/db/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import { type AddOnRow, listPlanAddOns } from './offers-store.ts'

/** Add-ons of a plan by name. @throws AppError validation_failed for an unknown one. */
export async function findOfferedAddOns(
  db: Db,
  planId: number,
  names: readonly string[],
): Promise<AddOnRow[]> {
  if (names.length === 0) return []
  const offered = new Map((await listPlanAddOns(db, planId)).map((addOn) => [addOn.name, addOn]))
  return [...new Set(names)].map((name) => {
    const found = offered.get(name)
    if (!found) throw invalidField('add_ons', 'This add-on isn’t offered any more. Choose another one')
    return found
  })
}
