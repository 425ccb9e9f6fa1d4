import type pg from 'pg'

/** Columns of tables by user. Times of last use are left out, because they change with every call. */
const BY_USER = {
  session: 'id, expires_at, revoked_at',
  api_key: 'id, name, scopes, revoked_at',
  second_factor: 'secret_sealed, enabled_at',
}
const TABLES = `
  select c.table_name as name from information_schema.columns c
  join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'account_id'
  order by 1`

/**
 * Reads what an account and one of its users have: the returned function gives a line per table. Two results are
 * equal when no row was added, changed or removed in between, because a change gives a row a newer transaction.
 */
export async function createFingerprint(
  pool: pg.Pool,
  { accountId, id }: { accountId: number; id: number },
): Promise<() => Promise<string>> {
  const { rows: tables } = await pool.query<{ name: string }>(TABLES)
  if (tables.length < 50)
    throw new Error(`only ${tables.length} tables with account_id were found, which can’t be right`)
  const byAccount = tables.map(
    ({ name }) => `select '${name} ' || count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) as state
      from "${name}" where account_id = ${accountId}`,
  )
  const byUser = Object.entries(BY_USER).map(
    ([
      table,
      columns,
    ]) => `select '${table} ' || coalesce(string_agg(row(${columns})::text, e'\\n' order by row(${columns})::text), '')
      from ${table} where user_id = ${id}`,
  )
  // With a name, the server would plan it once per connection, which takes longer than reading.
  const query = { name: 'fingerprint', text: [...byAccount, ...byUser].join(' union all ') }
  const read = async () =>
    (await pool.query<{ state: string }>(query)).rows.map(({ state }) => state).join('\n')
  // A distributed table can't have triggers.
  if (process.env.CITUS_WORKERS) return read
  const countChanges = await createChangeCounter(pool, tables)
  let last = { changes: '', state: '' }
  return async () => {
    const changes = await countChanges()
    if (changes !== last.changes) last = { changes, state: await read() }
    return last.state
  }
}

/** The returned function gives another value after a statement wrote to one of the tables, for any account. */
async function createChangeCounter(
  pool: pg.Pool,
  tables: { name: string }[],
): Promise<() => Promise<string>> {
  const events = [
    ...tables.map(({ name }) => ['insert or update or delete', name]),
    ...Object.entries(BY_USER).map(([name, columns]) => [`insert or delete or update of ${columns}`, name]),
  ]
  const triggers = events.map(
    ([event, name]) =>
      `create or replace trigger test_change after ${event} on "${name}" for each statement execute function test_change()`,
  )
  await pool.query(
    [
      'create sequence test_changes',
      `create function test_change() returns trigger language plpgsql
        as $$ begin perform nextval('test_changes'); return null; end $$`,
      ...triggers,
    ].join(';'),
  )
  const counter = 'select last_value || is_called::text as changes from test_changes'
  return async () => (await pool.query<{ changes: string }>(counter)).rows[0]?.changes ?? ''
}
