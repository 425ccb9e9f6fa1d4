import { type Generated, sql } from 'kysely'
import type { WaterfallConditions, WaterfallStep } from '#contract/activity/run-kinds/waterfall.ts'
import type { Want } from '#contract/sources/source-kinds/define.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findRow } from '#server/platform/db/rows.ts'

interface WaterfallTable {
  account_id: number
  want: Want
  steps: WaterfallStep[]
  conditions: WaterfallConditions
  version: Generated<number>
  updated_by: number | null
  updated_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    waterfall: WaterfallTable
  }
}

/** An account's saved settings; values without one are absent. */
export async function findWaterfall(db: Db, accountId: number, want: Want) {
  return findRow(db, 'waterfall', { account_id: accountId, want })
}

/** Saves a setting based on the version the caller read (0: none). @returns whether it was still current. */
export async function upsertWaterfall(
  db: Db,
  person: { accountId: number; userId: number | null },
  want: Want,
  { steps, conditions, version }: Pick<WaterfallTable, 'steps' | 'conditions'> & { version: number },
): Promise<boolean> {
  const [stepsJson, conditionsJson] = [JSON.stringify(steps), JSON.stringify(conditions)]
  const saving =
    version === 0
      ? sql`insert into waterfall (account_id, want, steps, conditions, updated_by)
          values (${person.accountId}, ${want}, ${stepsJson}::jsonb, ${conditionsJson}::jsonb, ${person.userId})
          on conflict (account_id, want) do nothing returning version`
      : sql`update waterfall set steps = ${stepsJson}::jsonb, conditions = ${conditionsJson}::jsonb,
            updated_by = ${person.userId}, updated_at = now(), version = version + 1
          where account_id = ${person.accountId} and want = ${want} and version = ${version} returning version`
  return (await saving.execute(db)).rows.length > 0
}

export const deleteWaterfall = (db: Db, accountId: number, want: Want) =>
  db.deleteFrom('waterfall').where('account_id', '=', accountId).where('want', '=', want).executeTakeFirst()
