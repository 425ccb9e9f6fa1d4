import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { createKit, shareKit } from '#contract/admin/stored-kits.ts'
import type { TestUser } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** Kits of `main`, each with a link, and roll-outs that nobody has begun. */
export function kitMakers(context: () => { t: TestApp; main: TestUser }) {
  async function makeKit(): Promise<number> {
    const { t, main } = context()
    const body = { name: `Kit ${randomUUID()}`, document: { kit: 'Matrix' } }
    const { id } = (await t.call(createKit, { body }, main)).body.data
    await t.call(shareKit, { params: { id } }, main)
    return id
  }
  return {
    kit: makeKit,
    async kitRollout(): Promise<number> {
      const { t, main } = context()
      const { rows } = await sql<{ id: number }>`
        insert into kit_rollout (account_id, kit_id, kit, version, kind, conflicts, created_by)
        values (${main.accountId}, ${await makeKit()}, 'Kit', 1, 'apply', 'keep', ${main.id}) returning id`.execute(
        t.app.database.db,
      )
      return rows[0]!.id
    },
  }
}
