import type pg from 'pg'
import { createSecretBox, SecretBoxError } from '#server/platform/crypto/secret-box.ts'
import { LimitedClient } from '#server/platform/db/limited-client.ts'
import { EnvError } from '#server/platform/env.ts'

/** The row of `installation` with the check value. */
const NAME = 'secret_key_check'
const PLAIN = 'This installation can read what it has sealed'
const TIMEOUT_MS = 10_000

const WRONG = [
  'SECRET_KEY is not the key this database was set up with. With another key, second factors, waiting mails and',
  'stored keys cannot be read, so nothing was started.',
  'Set SECRET_KEY to the old key; without SECRET_KEY it is in the file secret-key of DATA_DIR.',
  'If the old key is lost, docs/operating.md explains how to continue with a new one, and what is lost.',
].join('\n')

/** Whether the key sealed the database's check value; true when there is none yet. */
export async function isItsKey(client: pg.ClientBase, secretKey: string): Promise<boolean> {
  const { rows } = await client.query('select value from installation where name = $1', [NAME])
  try {
    return rows.length === 0 || createSecretBox(secretKey).open(rows[0].value, NAME) === PLAIN
  } catch (error) {
    if (error instanceof SecretBoxError) return false
    throw error
  }
}

/**
 * Seals a check value on the first start, and opens it on later ones.
 * @throws EnvError when the key differs from the first start's
 */
export async function checkSecretKey(databaseUrl: string, secretKey: string): Promise<void> {
  const box = createSecretBox(secretKey)
  const client = new LimitedClient({ connectionString: databaseUrl, connectionTimeoutMillis: TIMEOUT_MS })
  client.on('error', () => {})
  await client.connect()
  try {
    // Two processes that start at once must agree on one value; both read it back.
    const sealed = box.seal(PLAIN, NAME)
    await client.query('insert into installation (name, value) values ($1, $2) on conflict do nothing', [
      NAME,
      sealed,
    ])
    if (!(await isItsKey(client, secretKey))) throw new EnvError(WRONG)
  } finally {
    await client.end()
  }
}
