import { expect } from 'vitest'
import { rollOutKit, rolloutAccounts, showRollout } from '#contract/admin/kit-rollouts.ts'
import { createKit } from '#contract/admin/stored-kits.ts'
import { type Hold, holdLock } from './hold.ts'
import { type KillRow, made, until, type World } from './world.ts'

const CUSTOMERS = 3

/** Customers with an owner each; nobody signs in there. */
async function makeCustomers({ query, admin }: World): Promise<number[]> {
  const accounts = await query<{ id: number }>(
    `insert into account (parent_id, realm_id, name, modules)
      select a.id, a.realm_id, 'Kit customer ' || n, '{leads}' from account a, generate_series(1, $2::int) n
      where a.id = $1 returning id`,
    [admin.accountId, CUSTOMERS],
  )
  const ids = accounts.map(({ id }) => Number(id)).sort((a, b) => a - b)
  await query(`update account set path = array[$1::bigint, id] where id = any($2)`, [admin.accountId, ids])
  await query(
    `insert into app_user (account_id, realm_id, email, first_name, last_name, role)
      select id, realm_id, 'kit' || id || '@people.example', 'Kit', 'Customer', 'user' from account where id = any($1)`,
    [ids],
  )
  return ids
}

/** A roll-out that is killed at its second account. */
export function createKitRow(): KillRow {
  let [rolloutId, customers] = [0, [] as number[]]
  let hold: Hold | undefined
  const show = async ({ call, admin }: World) =>
    (await call(showRollout, { params: { id: rolloutId } }, admin)).body.data
  return {
    title: 'a roll-out of a kit: goes on with the next account, and none gets it twice',
    async start(world) {
      const { call, admin } = world
      customers = await makeCustomers(world)
      const document = { kit: 'Killed', labels: { Hot: { color: 'red' as const } } }
      const kit = made(await call(createKit, { body: { document } }, admin))
      hold = await holdLock(world, `select from account where id = ${customers[1]} for update`)
      const body = { account_ids: customers }
      rolloutId = made(await call(rollOutKit, { params: { id: kit.id }, body }, admin)).id
      await hold.reached()
      expect(await show(world)).toMatchObject({ state: 'running', counts: { done: 1, waiting: 2 } })
      return []
    },
    release: () => hold?.release(),
    async check(world) {
      // The job of a process that is gone, which is noticed after half a minute.
      await world.query(`update pgboss.job set state = 'retry', start_after = now()
        where name = 'kits.roll-out' and state = 'active'`)
      await until('the roll-out has ended', async () => (await show(world)).ended_at !== null)
      const { data } = (await world.call(rolloutAccounts, { params: { id: rolloutId } }, world.admin)).body
      expect(data.map(({ outcome, problem }) => [outcome, problem])).toEqual(
        customers.map(() => ['done', null]),
      )
      const uses = await world.query(`select from kit_use where account_id = any($1)`, [customers])
      expect(uses).toHaveLength(CUSTOMERS)
    },
  }
}
