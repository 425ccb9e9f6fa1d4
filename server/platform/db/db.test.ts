import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { halt } from '#server/testing/halt.ts'
import { silentLog } from '../log.ts'
import {
  type Database,
  isConnectionError,
  openDatabase,
  refuseInTransaction,
  requireTransaction,
  transaction,
} from './db.ts'
import { connectInLine, LimitedClient } from './limited-client.ts'
import { readRows } from './read-batches.ts'

let own: TestDatabase
let database: Database
beforeAll(async () => {
  own = await createTestDatabase()
  database = openDatabase(own.url, { log: silentLog(), max: 2 })
  await sql`create table note (text text)`.execute(database.db)
})
afterAll(async () => {
  await database.close()
  await own.drop()
})
beforeEach(() => sql`delete from note`.execute(database.db))

const write = (text: string) => sql`insert into note values (${text})`.execute(database.db)
const notes = async (db = database.db) =>
  (await sql<{ text: string }>`select text from note order by text`.execute(db)).rows.map(({ text }) => text)
const backend = async () =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db)).rows[0]?.pid

describe('the database handle', () => {
  it('uses the current transaction, and the pool again after it', async () => {
    const pids = await transaction(database.db, async () => {
      await write('a')
      expect(await notes()).toEqual(['a'])
      return Promise.all([backend(), backend(), backend()])
    })
    expect(new Set(pids).size).toBe(1)
    expect(await notes()).toEqual(['a'])
  })

  it('rolls back everything when the work fails', async () => {
    const failing = transaction(database.db, async () => {
      await write('a')
      await transaction(database.db, () => write('joined'))
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await notes()).toEqual([])
  })

  it('never waits for a second connection while it holds one', async () => {
    // More transactions than connections, each with several parallel queries.
    const work = (text: string) =>
      transaction(database.db, async () => {
        await Promise.all([write(text), notes(), backend()])
        return text
      })
    const texts = Array.from({ length: 20 }, (_, index) => String(index).padStart(2, '0'))
    expect(await Promise.all(texts.map(work))).toEqual(texts)
    expect(await notes()).toEqual(texts)
  })

  it('a query of another database is outside the transaction', async () => {
    const other = openDatabase(own.url, { log: silentLog(), max: 1 })
    await transaction(database.db, async () => {
      await write('a')
      expect(await notes(other.db)).toEqual([])
    })
    await other.close()
  })

  it('uses the pool for work that outlives its transaction', async () => {
    let go: () => void = () => {}
    const later = await transaction(database.db, async () => {
      const wait = new Promise<void>((resolve) => {
        go = resolve
      })
      return { done: wait.then(() => write('later')) }
    })
    go()
    await later.done
    expect(await notes()).toEqual(['later'])
  })

  it('a reader may take longer for all rows than a statement may for a batch', async () => {
    const limited = openDatabase(own.url, { log: silentLog(), max: 1 })
    limited.pool.on('connect', (client) => void client.query('set statement_timeout = 300'))
    const rows = limited.db.selectFrom(sql<{ n: number }>`generate_series(1, 8)`.as('n')).selectAll()
    let count = 0
    for await (const _ of readRows(limited.db, rows, 2)) {
      count += 1
      await sql`select pg_sleep(0.1)`.execute(database.db)
    }
    expect(count).toBe(8)
    const slow = sql<{ n: number }>`(select n, pg_sleep(0.2) from generate_series(1, 4) n)`.as('slow')
    const reading = async () => {
      for await (const _ of readRows(limited.db, limited.db.selectFrom(slow).select('slow.n'), 4)) count += 1
    }
    await expect(reading()).rejects.toThrow('statement timeout')
    expect((await sql<{ n: number }>`select 1 as n`.execute(limited.db)).rows).toEqual([{ n: 1 }])
    await limited.close()
  })

  it('refuses to stream within a transaction, because its connection would be blocked', async () => {
    const read = async () => {
      const rows = database.db.selectFrom(sql<{ text: string }>`note`.as('note')).select('note.text')
      const seen: string[] = []
      for await (const row of readRows(database.db, rows, 1)) seen.push(row.text)
      return seen
    }
    await write('a')
    await expect(transaction(database.db, read)).rejects.toThrow('Reading in batches inside a transaction')
    expect(await read()).toEqual(['a'])
  })
})

describe('a transaction that sends no query for too long', () => {
  it('is rolled back, and what goes on afterwards is refused', async () => {
    const hanging = halt()
    const later: Promise<unknown>[] = []
    const work = transaction(
      database.db,
      async () => {
        await write('a')
        later.push(hanging.pass().then(() => write('later')))
        await later[0]
      },
      { idleMs: 50 },
    )
    await expect(work).rejects.toThrow('sent no query')
    hanging.open()
    await expect(later[0]).rejects.toThrow('sent no query')
    expect(await notes()).toEqual([])
  })

  it('may take any time while a query runs', async () => {
    await transaction(database.db, () => sql`select pg_sleep(0.3)`.execute(database.db), { idleMs: 50 })
  })
})

describe('a socket at which too many wait', () => {
  const refusal = (syscall: string) => Object.assign(new Error('EAGAIN'), { code: 'EAGAIN', syscall })

  it('is tried again until there is room, and counts as an unreachable database', async () => {
    const answers = [refusal('connect'), refusal('connect'), 'connected']
    const connect = async () => {
      const answer = answers.shift()
      if (answer instanceof Error) throw answer
      return answer
    }
    expect(await connectInLine(connect)).toBe('connected')
    expect(isConnectionError(refusal('connect'))).toBe(true)
    expect(isConnectionError(refusal('read'))).toBe(false)
  })

  it('does not repeat what failed for another reason', async () => {
    let tries = 0
    const connect = async () => {
      tries += 1
      throw refusal('read')
    }
    await expect(connectInLine(connect)).rejects.toThrow('EAGAIN')
    expect(tries).toBe(1)
  })
})

describe('a database whose connections are all taken', () => {
  it('is asked again until one is free', async () => {
    const { url, drop } = await createTestDatabase()
    const { db, pool, close } = openDatabase(url, { log: silentLog(), max: 2 })
    await sql`alter database ${sql.id(new URL(url).pathname.slice(1))} connection limit 2`.execute(db)
    const held = await Promise.all([pool.connect(), pool.connect()])
    let tries = 0
    const late = connectInLine(async () => {
      tries += 1
      const client = new LimitedClient({ connectionString: url })
      await client.connect()
      return client
    })
    await Promise.race([late, expect.poll(() => tries >= 3).toBe(true)])
    for (const client of held) client.release(true)
    const { rows } = await (await late).query('select 1 as one')
    expect(rows).toEqual([{ one: 1 }])
    await (await late).end()
    await close()
    await drop()
  })
})

describe('code that requires a transaction', () => {
  it('is refused outside of one', async () => {
    const { db } = database
    expect(() => requireTransaction(db, 'This')).toThrow('This needs a transaction')
    await transaction(db, async () => requireTransaction(db, 'This'))
  })
})

describe('calling external services', () => {
  it('is refused inside a transaction and nowhere else', async () => {
    refuseInTransaction('Calling out')
    await transaction(database.db, async () => {
      expect(() => refuseInTransaction('Calling out')).toThrow('Calling out inside a transaction')
    })
    refuseInTransaction('Calling out')
  })
})
