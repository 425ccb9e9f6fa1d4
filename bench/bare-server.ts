import Fastify from 'fastify'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { LeadFilters } from '#contract/leads/leads.ts'
import { LocalSearch } from '#contract/leads/list-types/local.ts'
import { listSubscriptions } from '#server/modules/accounts/subscriptions/subscriptions-reads.ts'
import { listUsers } from '#server/modules/admin/users/users-reads.ts'
import { areaAround } from '#server/modules/core/vocabulary/index.ts'
import { countFacets, type LeadScope, listLeads } from '#server/modules/leads/leads/leads-reads.ts'
import {
  countMatches,
  countWithoutCoordinates,
  findMatches,
} from '#server/modules/sources/corpus/corpus-reads.ts'
import { resolveSearch } from '#server/modules/sources/corpus/corpus-source.ts'
import { listSources } from '#server/modules/sources/corpus/corpus-store.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { ACCOUNTS_QUERY, ACCOUNTS_SEARCH, COUNT_SEARCH } from './queries.ts'

/** The placeholder in the captured statements that each request replaces. */
const WORD = 'theword'

interface Statement {
  sql: string
  parameters: readonly unknown[]
}

/** Statements of some reads of the program, without the program around them. */
async function capture(pool: pg.Pool, reads: (db: Db) => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push({ sql: query.sql, parameters: query.parameters }),
  })
  await reads(db)
  return statements
}

/**
 * The lower bound of what is measured over HTTP: the same SQL in a bare Fastify handler, without sign-in,
 * tenant, checks and presenter. Prints its address.
 */
async function main(url: string, scope: LeadScope): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 12 })
  const filters = LeadFilters.parse({ search: WORD })
  const search = resolveSearch(LocalSearch.parse(COUNT_SEARCH))
  const area = search.near ? areaAround(search.near) : null
  const works: Record<string, Statement[]> = {
    page: await capture(pool, (db) => listLeads(db, scope, filters)),
    facets: await capture(pool, (db) => countFacets(db, scope, filters)),
    count: await capture(pool, (db) =>
      Promise.all([countMatches(db, search), countWithoutCoordinates(db, search, area), listSources(db)]),
    ),
    accounts: await capture(pool, (db) => listSubscriptions(db, scope.accountId, ACCOUNTS_QUERY)),
    'accounts-found': await capture(pool, (db) =>
      listSubscriptions(db, scope.accountId, { ...ACCOUNTS_QUERY, search: ACCOUNTS_SEARCH }),
    ),
    matches: await capture(pool, (db) => findMatches(db, search, { after: null, limit: 10 })),
  }
  const app = Fastify()
  for (const [name, statements] of Object.entries(works))
    app.post(`/${name}`, async (request) => {
      const { search: word = '', lists = scope.listId } = request.body as { search?: string; lists?: number }
      const answers = statements.map(({ sql, parameters }) =>
        pool.query(
          sql,
          parameters.map((value) => {
            if (value === `%${WORD}%`) return `%${word}%`
            return value === scope.listId ? lists : value
          }),
        ),
      )
      return (await Promise.all(answers)).map((answer) => answer.rows)
    })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  app.post('/users', (request) => {
    const { search } = request.body as { search: string }
    return listUsers(db, { page: 1, limit: 20, search })
  })
  process.stdout.write(`ready ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
  process.once('disconnect', () => process.exit())
}

await main(String(process.argv[2]), JSON.parse(String(process.argv[3])))
