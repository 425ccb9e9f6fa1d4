import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { CallRecords } from './access-rules.ts'
import type { TestUser } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** Creates training of each kind, one in the trash, a finished crawl with a page, and its website. */
export async function makeTraining(t: TestApp, owner: TestUser): Promise<CallRecords['training']> {
  const { db } = t.app.database
  const { accountId } = owner
  const website = `${randomUUID()}.example`
  const item = async (kind: string, more = { deleted: false }) => {
    const url = kind === 'page' ? `https://${website}/` : null
    const { rows } = await sql<{ id: number }>`
      insert into ai_training_item (account_id, kind, title, body, url, website, file_name, file_type, found_language, tokens, digest, deleted_at)
      values (${accountId}, ${kind}, 'Title', 'Body', ${url}, ${website}, 'a.txt', 'txt', 'simple', 1, 'x',
        ${more.deleted ? sql`now()` : null}) returning id`.execute(db)
    return rows[0]!.id
  }
  const input = { website, start: `https://${website}/`, pages: 1, refresh: false }
  const job = await sql<{ id: number }>`
    insert into run (account_id, kind, state, title, input, created_by, finished_at)
    values (${accountId}, 'training_crawl', 'succeeded', 'x', ${JSON.stringify(input)}, ${owner.id}, now())
    returning id`.execute(db)
  const id = job.rows[0]!.id
  await sql`insert into ai_training_crawl_page
    (account_id, run_id, url, position, title, body, language, tokens, instructions, digest, change)
    values (${accountId}, ${id}, ${`https://${website}/b`}, 1, 'B', 'Words', 'simple', 1, '{}', 'y', 'new')`.execute(
    db,
  )
  const site = await sql<{ id: number }>`
    insert into ai_training_website (account_id, website, start, wanted, created_by)
    values (${accountId}, ${website}, ${`https://${website}/`}, 2, ${owner.id}) returning id`.execute(db)
  return {
    page: await item('page'),
    text: await item('text'),
    qa: await item('qa'),
    file: await item('file'),
    deleted: await item('text', { deleted: true }),
    job: id,
    website: site.rows[0]!.id,
  }
}
