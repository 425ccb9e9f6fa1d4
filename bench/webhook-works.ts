import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { createSecretBox } from '#server/platform/crypto/secret-box.ts'
import { type BenchApp, buildBenchApp } from './bench-app.ts'
import { openOutside } from './child-server.ts'
import { type Line, lineOf, seconds } from './measure.ts'
import { seedAccounts } from './seed.ts'

const PER_ACCOUNT = 100
const AT_ONCE = 32
const HOST = 'receiver.example'

/** Rows of webhooks of accounts with a hundred each. */
async function makeWebhooks({ database, program, admin }: BenchApp, webhooks: number) {
  await seedAccounts(database, admin.accountId, Math.ceil(webhooks / PER_ACCOUNT))
  const box = createSecretBox(readFileSync(join(program.dataDir, 'secret-key'), 'utf8').trim())
  const { rows: accounts } = await database.query(
    'select id::int from account where parent_id = $1 order by id desc limit $2',
    [admin.accountId, Math.ceil(webhooks / PER_ACCOUNT)],
  )
  const { rows: ids } = await database.query(
    `select nextval('webhook_id_seq')::int as id from generate_series(1, $1::int)`,
    [webhooks],
  )
  const secret = `whsec_${randomBytes(24).toString('base64')}`
  return ids.map(({ id }, at) => {
    const account = accounts[Math.floor(at / PER_ACCOUNT)].id as number
    return { id: id as number, account, secret: box.seal(secret, `webhook:${account}:${id}`) }
  })
}

/** The webhooks with one event for each, all due at once. */
const insertDue = ({ database }: BenchApp, rows: Awaited<ReturnType<typeof makeWebhooks>>) =>
  database.query(
    `with given as (select * from jsonb_to_recordset($1::jsonb) as n(id bigint, account bigint, secret text)),
      hooks as (insert into webhook (account_id, id, url, name, events, secret)
        select account, id, $2, 'Bench', '{credits.low}', secret from given),
      events as (insert into webhook_event (account_id, message_id, type, data)
        select account, 'msg_' || id, 'credits.low', '{"available": 0, "reserved": 0}' from given returning account_id, id, message_id),
      sent as (insert into webhook_delivery (account_id, webhook_id, event_id, type, lane)
        select account_id, substr(message_id, 5)::bigint, id, 'credits.low', 0 from events)
    insert into webhook_lane (account_id, webhook_id, lane, next_at) select account, id, 0, now() from given`,
    [JSON.stringify(rows), `https://${HOST}/`],
  )

/** The lower bound: as many requests to the same server, as many at once. */
async function requestAll(port: number, count: number): Promise<void> {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: AT_ONCE })
  let left = count
  const client = async () => {
    while (left > 0) {
      left -= 1
      const { body } = await pool.request({ method: 'POST', path: '/', body: '{}' })
      await body.dump()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
  await pool.close()
}

/** Deliveries of many webhooks that are due at the same moment, each answered after 100 ms. */
export async function measureWebhooks(webhooks: number): Promise<Line[]> {
  const { port, stop } = await openOutside('one-page-websites.ts')
  const bench = await buildBenchApp({ HOST_MAP: `${HOST}=127.0.0.1:${port}` })
  try {
    const limit = await seconds(() => requestAll(port, webhooks))
    const rows = await makeWebhooks(bench, webhooks)
    const own = await seconds(async () => {
      await insertDue(bench, rows)
      for (;;) {
        const { rows: found } = await bench.database.query(
          `select count(*)::int as left, coalesce(max(last_error), '') as error from webhook_delivery where state = 'waiting'`,
        )
        if (found[0].error) throw new Error(found[0].error)
        if (found[0].left === 0) break
        await pause(200)
      }
    })
    return [lineOf('webhooks, all due at once', { size: webhooks, own, limit, maxExponent: 1.2 })]
  } finally {
    await bench.close()
    stop()
  }
}
