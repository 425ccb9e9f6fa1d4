import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { findActor } from '#server/modules/identity/sessions/index.ts'
import { addLeads, upsertEntities } from '#server/modules/leads/leads/index.ts'
import { createList } from '#server/modules/leads/lists/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { TestUser } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** All optional. */
export interface SeedLead {
  /** The same key in two lists is one entity. */
  key?: string
  values?: Record<string, string | number | null>
  source?: string
  /** ISO 8601 */
  addedAt?: string
  sentAt?: string
  isSample?: boolean
  provenance?: Parameters<typeof addLeads>[2][number]['provenance']
}

export async function getActor(t: TestApp, user: { token: string }): Promise<Actor> {
  const actor = await findActor(t.app.ctx, user.token, 'localhost')
  if (!actor) throw new Error('the token of this test user is not valid')
  return actor
}

const ORIGIN = { source: 'test', method: 'by hand', confidence: 1, observed_at: '2026-01-02T03:04:05.000Z' }
let counter = 0

/** A list with leads in the given order, created without a search. */
export async function seedList(
  t: TestApp,
  user: TestUser,
  input: { name?: string; type?: ListTypeId; leads?: SeedLead[] } = {},
): Promise<{ id: number; leadIds: number[] }> {
  const type = input.type ?? 'local'
  const actor = await getActor(t, user)
  const seeds = (input.leads ?? []).map((seed) => {
    counter += 1
    return { ...seed, key: seed.key ?? `seed-${counter}` }
  })
  return transaction(t.app.database.db, async () => {
    const list = await createList(t.app.ctx, actor, {
      name: input.name ?? 'Seeded',
      type,
      search: null,
    })
    const keys = seeds.map((seed) => seed.key)
    const entities = await upsertEntities(t.app.database.db, user.accountId, type, keys)
    const added = await addLeads(
      t.app.ctx,
      { accountId: user.accountId, listId: list.id, runId: null },
      seeds.map((seed) => ({
        entityId: entities.get(seed.key) as number,
        values: seed.values ?? {},
        provenance: seed.provenance ?? { default: ORIGIN },
        source: seed.source ?? 'test',
        isSample: seed.isSample ?? false,
      })),
    )
    const leadIds = seeds.map((seed) => added.get(entities.get(seed.key) as number) as number)
    for (const [index, { addedAt, sentAt }] of seeds.entries()) {
      if (!addedAt && !sentAt) continue
      await t.app.database.db
        .updateTable('lead')
        .set({ ...(addedAt && { added_at: addedAt }), ...(sentAt && { sent_at: sentAt }) } as never)
        .where('account_id', '=', user.accountId)
        .where('id', '=', leadIds[index] as number)
        .execute()
    }
    return { id: list.id, leadIds }
  })
}
