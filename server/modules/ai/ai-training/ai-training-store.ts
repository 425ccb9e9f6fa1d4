import { type Generated, type Selectable, sql } from 'kysely'
import type { TrainingFileType, TrainingKind, TrainingLanguage } from '#contract/ai/ai-training.ts'
import type { Db } from '#server/platform/db/db.ts'
import { containing } from '#server/platform/db/like-pattern.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import { deleteRows, insertRow, updateRows } from '#server/platform/db/rows.ts'
import type { PreparedText } from './text/prepare-text.ts'

interface ItemTable {
  account_id: number
  id: Generated<number>
  kind: TrainingKind
  title: string
  body: string
  html: Generated<string>
  url: Generated<string | null>
  website: Generated<string | null>
  file_name: Generated<string | null>
  file_type: Generated<TrainingFileType | null>
  file_bytes: Generated<number | null>
  note: Generated<string | null>
  language: Generated<TrainingLanguage | 'auto'>
  found_language: TrainingLanguage
  tokens: number
  instructions: string[]
  digest: string
  is_gone: Generated<boolean>
  read_at: Generated<Date>
  created_by: number | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  deleted_at: Generated<Date | null>
  version: Generated<number>
}
interface PassageTable {
  account_id: number
  id: Generated<number>
  item_id: number
  position: number
  title: string
  text: string
  language: TrainingLanguage
  search: Generated<string>
  embedding: Generated<number[] | null>
  embedding_model: Generated<string | null>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    ai_training_item: ItemTable
    ai_training_passage: PassageTable
  }
}

export type ItemRow = Selectable<ItemTable>

/** The fields of an item that depend on its kind. */
export type ItemFacts = Partial<{
  file_type: TrainingFileType
  html: string
  url: string
  website: string
  file_name: string
  file_bytes: number
  note: string | null
  is_gone: boolean
}>

export interface NewItem {
  accountId: number
  userId: number | null
  kind: TrainingKind
  title: string
  language: TrainingLanguage | 'auto'
  text: PreparedText
  facts: ItemFacts
}

const PASSAGES_AT_ONCE = 200

/** Rewrites an item's passages. The title has more weight than the text. */
async function writePassages(
  db: Db,
  where: { accountId: number; id: number; title: string },
  { passages, found_language }: PreparedText,
): Promise<void> {
  const { accountId, id, title } = where
  await deleteRows(db, 'ai_training_passage', { account_id: accountId, item_id: id })
  for (let start = 0; start < passages.length; start += PASSAGES_AT_ONCE) {
    const texts = passages.slice(start, start + PASSAGES_AT_ONCE)
    await sql`insert into ai_training_passage (account_id, item_id, position, title, text, language)
      select ${accountId}, ${id}, ${start} + place::int, ${title}, text, ${found_language}
      from unnest(${texts}::text[]) with ordinality as given (text, place)`.execute(db)
  }
}

const textColumns = ({ body, tokens, found_language, instructions, digest }: PreparedText) => ({
  body,
  tokens,
  found_language,
  instructions,
  digest,
})

/** Adds an item with its passages and returns its id. */
export async function insertItem(db: Db, item: NewItem): Promise<number> {
  const { accountId, userId, kind, title, language, text, facts } = item
  const { id } = await insertRow(
    db,
    'ai_training_item',
    { account_id: accountId, created_by: userId, kind, title, language, ...textColumns(text), ...facts },
    ['id'],
  )
  await writePassages(db, { accountId, id, title }, text)
  return id
}

/** Changes an item's text, title or language. */
export async function updateItem(
  db: Db,
  where: { accountId: number; id: number },
  change: {
    title: string
    language: TrainingLanguage | 'auto'
    text: PreparedText
    facts?: ItemFacts
    isRead?: boolean
  },
): Promise<void> {
  const { title, language, text, facts = {}, isRead = false } = change
  await db
    .updateTable('ai_training_item')
    .set({
      title,
      language,
      ...textColumns(text),
      ...facts,
      updated_at: sql<Date>`now()`,
      version: sql<number>`version + 1`,
    })
    .$if(isRead, (query) => query.set({ read_at: sql<Date>`now()` }))
    .where('account_id', '=', where.accountId)
    .where('id', '=', where.id)
    .execute()
  await writePassages(db, { ...where, title }, text)
}

const itemQuery = (db: Db, accountId: number, id: number, kind?: TrainingKind) =>
  db
    .selectFrom('ai_training_item')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind as TrainingKind))

export const findItem = (db: Db, accountId: number, id: number, kind?: TrainingKind) =>
  itemQuery(db, accountId, id, kind).executeTakeFirst()

/** An item, locked until the transaction ends. */
export const lockItem = (db: Db, accountId: number, id: number, kind: TrainingKind) =>
  itemQuery(db, accountId, id, kind).forUpdate().executeTakeFirst()

/** A page of items of a kind, newest first; `search` covers title, address and text. */
export async function listItems(
  db: Db,
  accountId: number,
  { kind, search, page, limit }: { kind: TrainingKind; search?: string; page: number; limit: number },
): Promise<{ rows: ItemRow[]; total: number }> {
  const like = containing(search ?? '')
  const matching = db
    .selectFrom('ai_training_item')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .$if(Boolean(search), (query) =>
      query.where((eb) =>
        eb.or([eb('title', 'ilike', like), eb('url', 'ilike', like), eb('body', 'ilike', like)]),
      ),
    )
  return readPage(matching, matching.selectAll().orderBy('updated_at', 'desc').orderBy('id', 'desc'), {
    page,
    limit,
  })
}

/** All items of a kind, oldest first. */
export const listAllItems = (db: Db, accountId: number, kind: TrainingKind): Promise<ItemRow[]> =>
  db
    .selectFrom('ai_training_item')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

/** Moves an item to the trash; false when it does not exist. */
export async function binItem(db: Db, accountId: number, id: number, kind: TrainingKind): Promise<boolean> {
  const done = await db
    .updateTable('ai_training_item')
    .set({ deleted_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return done !== undefined
}

/** An item in the trash, locked until the transaction ends. */
export const lockBinned = (db: Db, accountId: number, id: number) =>
  db
    .selectFrom('ai_training_item')
    .select(['id', 'url', 'tokens'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()

export const unbinItem = (db: Db, accountId: number, id: number) =>
  updateRows(db, 'ai_training_item', { account_id: accountId, id }, { deleted_at: null })

/** The active page of an address. */
export const findByUrl = (db: Db, accountId: number, url: string) =>
  db
    .selectFrom('ai_training_item')
    .select(['id', 'title', 'language', 'digest', 'tokens'])
    .where('account_id', '=', accountId)
    .where('url', '=', url)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Serializes writers that count tokens, so that two cannot exceed the limit together. */
export const lockTokens = (db: Db, accountId: number) =>
  sql`select pg_advisory_xact_lock(hashtext('ai_training'), ${accountId}::int)`.execute(db)

/** Tokens and number of items by kind. */
export async function sumTokens(db: Db, accountId: number) {
  return db
    .selectFrom('ai_training_item')
    .select((eb) => ['kind', eb.fn.sum<number>('tokens').as('tokens'), eb.fn.countAll<number>().as('items')])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .groupBy('kind')
    .execute()
}

export async function countPassages(db: Db, accountId: number, id: number): Promise<number> {
  const { count } = await db
    .selectFrom('ai_training_passage')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('item_id', '=', id)
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes permanently what has been in the trash for this many days, and unused crawls. */
export async function removeOldTraining(db: Db, days: number): Promise<void> {
  await sql`delete from ai_training_item where deleted_at < now() - make_interval(days => ${days})`.execute(
    db,
  )
  await sql`delete from ai_training_crawl_page where created_at < now() - make_interval(days => ${days})`.execute(
    db,
  )
}
