import { type Generated, type Selectable, sql } from 'kysely'
import type { AiLanguage, AiListType, PromptType } from '#contract/ai/ai-prompt-types.ts'
import type { PromptContent } from '#contract/ai/ai-prompts.ts'
import type { Db } from '#server/platform/db/db.ts'
import { insertRow, insertRows, updateRows } from '#server/platform/db/rows.ts'

interface FineTuneTable {
  account_id: number
  id: Generated<number>
  type: AiListType
  prompt_type: PromptType
  name: string
  field: string | null
  is_shared: boolean
  version: Generated<number>
  created_by: number | null
  created_at: Generated<Date>
  deleted_at: Date | null
}
interface FineTuneVersionTable {
  account_id: number
  fine_tune_id: number
  version: number
  text: string
  max_characters: number
  language: AiLanguage
  created_by: number | null
  created_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    fine_tune: FineTuneTable
    fine_tune_version: FineTuneVersionTable
  }
}
export type PromptRow = Selectable<FineTuneTable> &
  PromptContent & { updated_by: string | null; updated_at: Date }

/** A person, who sees their own prompts and those shared with the team. */
export interface Viewer {
  accountId: number
  userId: number
}

const joined = (db: Db, { accountId, userId }: Viewer) =>
  db
    .selectFrom('fine_tune as f')
    .innerJoin('fine_tune_version as v', (join) =>
      join
        .onRef('v.account_id', '=', 'f.account_id')
        .onRef('v.fine_tune_id', '=', 'f.id')
        .onRef('v.version', '=', 'f.version'),
    )
    .leftJoin('member as u', (join) =>
      join.onRef('u.id', '=', 'v.created_by').onRef('u.account_id', '=', 'f.account_id'),
    )
    .selectAll('f')
    .select(['v.text', 'v.max_characters', 'v.language', 'v.created_at as updated_at'])
    .select('u.name as updated_by')
    .where('f.account_id', '=', accountId)
    .where('f.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('f.is_shared', '=', true), eb('f.created_by', '=', userId)]))

export const findPrompts = (
  db: Db,
  viewer: Viewer,
  { type, promptType }: { type?: AiListType; promptType?: PromptType },
): Promise<PromptRow[]> => {
  let query = joined(db, viewer)
  if (type) query = query.where('f.type', '=', type)
  if (promptType) query = query.where('f.prompt_type', '=', promptType)
  return query.orderBy('f.type').orderBy('f.prompt_type').orderBy(sql`lower(f.name)`).execute()
}

export const findPrompt = (db: Db, viewer: Viewer, id: number): Promise<PromptRow | undefined> =>
  joined(db, viewer).where('f.id', '=', id).executeTakeFirst()

/** Locks a prompt until the transaction ends. */
export const lockPrompt = (db: Db, accountId: number, id: number) =>
  db
    .selectFrom('fine_tune')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

export async function countPrompts(db: Db, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('fine_tune')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertPrompt(
  db: Db,
  viewer: Viewer,
  prompt: Pick<PromptRow, 'type' | 'prompt_type' | 'name' | 'field' | 'is_shared'>,
): Promise<number> {
  const { id } = await insertRow(
    db,
    'fine_tune',
    { ...prompt, account_id: viewer.accountId, created_by: viewer.userId, deleted_at: null },
    ['id'],
  )
  return id
}

export const insertVersion = (
  db: Db,
  viewer: Viewer,
  place: { id: number; version: number },
  { text, max_characters, language }: PromptContent,
) =>
  insertRows(db, 'fine_tune_version', {
    account_id: viewer.accountId,
    fine_tune_id: place.id,
    version: place.version,
    text,
    max_characters,
    language,
    created_by: viewer.userId,
  })

export const updatePrompt = (
  db: Db,
  accountId: number,
  id: number,
  set: Partial<Pick<PromptRow, 'name' | 'is_shared' | 'version'>>,
) => updateRows(db, 'fine_tune', { account_id: accountId, id }, set)

export const deletePrompt = (db: Db, accountId: number, id: number) =>
  updateRows(db, 'fine_tune', { account_id: accountId, id }, { deleted_at: sql<Date>`now()` })

export const findVersions = (db: Db, accountId: number, id: number) =>
  db
    .selectFrom('fine_tune_version as v')
    .leftJoin('member as u', (join) =>
      join.onRef('u.id', '=', 'v.created_by').onRef('u.account_id', '=', 'v.account_id'),
    )
    .select(['v.version', 'v.text', 'v.max_characters', 'v.language', 'v.created_at'])
    .select('u.name as created_by')
    .where('v.account_id', '=', accountId)
    .where('v.fine_tune_id', '=', id)
    .orderBy('v.version', 'desc')
    .execute()
