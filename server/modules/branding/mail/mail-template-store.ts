import { type Generated, type JSONColumnType, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { findRow, insertRows } from '#server/platform/db/rows.ts'
import type { MailDoc } from './mail-doc.ts'

interface MailTemplateTable {
  account_id: number
  template: string
  language: string
  version: number
  content: JSONColumnType<MailDoc> | null
  is_shared: Generated<boolean>
  author_id: number | null
  created_at: Generated<Date>
}
interface MailSettingTable {
  account_id: number
  language: Generated<string>
  paused_at: Generated<Date | null>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    mail_template: MailTemplateTable
    mail_setting: MailSettingTable
  }
}

/** Key of a text: account, mail and language. */
export interface TemplateKey {
  account_id: number
  template: string
  language: string
}

const ofKey = (db: Db, key: TemplateKey) =>
  db
    .selectFrom('mail_template')
    .where('account_id', '=', key.account_id)
    .where('template', '=', key.template)
    .where('language', '=', key.language)

/** The newest version of a text, including one that restores the default. */
export const currentVersion = (db: Db, key: TemplateKey) =>
  ofKey(db, key).selectAll().orderBy('version', 'desc').limit(1).executeTakeFirst()

export const findVersion = (db: Db, key: TemplateKey, version: number) =>
  ofKey(db, key).selectAll().where('version', '=', version).executeTakeFirst()

/** Versions of a text with their editors, newest first. */
export const listVersions = (db: Db, key: TemplateKey, limit: number) =>
  db
    .selectFrom('mail_template as m')
    .leftJoin('member as u', 'u.id', 'm.author_id')
    .select([
      'm.version',
      'm.created_at',
      sql<boolean>`m.content is null`.as('is_default'),
      'u.name as author',
    ])
    .where('m.account_id', '=', key.account_id)
    .where('m.template', '=', key.template)
    .where('m.language', '=', key.language)
    .orderBy('m.version', 'desc')
    .limit(limit)
    .execute()

/** The newest version of every text of an account in a language. */
export const currentVersions = (db: Db, accountId: number, language: string) =>
  db
    .selectFrom('mail_template')
    .distinctOn('template')
    .select(['template', 'created_at', sql<boolean>`content is not null`.as('customized')])
    .where('account_id', '=', accountId)
    .where('language', '=', language)
    .orderBy('template')
    .orderBy('version', 'desc')
    .execute()

/** The newest text of every mail in every language, without those that are the default. */
export async function currentTexts(db: Db, accountId: number) {
  const rows = await db
    .selectFrom('mail_template')
    .distinctOn(['template', 'language'])
    .select(['template', 'language', 'content'])
    .where('account_id', '=', accountId)
    .orderBy('template')
    .orderBy('language')
    .orderBy('version', 'desc')
    .execute()
  return rows.flatMap(({ content, ...key }) => (content ? [{ ...key, content: content as MailDoc }] : []))
}

export const lockTemplate = (db: Db, key: TemplateKey) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`mail_template:${Object.values(key).join(':')}`}, 0))`.execute(
    db,
  )

/** Adds a version, and deletes old ones. */
export async function addVersion(
  db: Db,
  key: TemplateKey,
  input: { version: number; content: MailDoc | null; isShared: boolean; authorId: number },
  keep: number,
): Promise<void> {
  await insertRows(db, 'mail_template', {
    ...key,
    version: input.version,
    content: input.content && JSON.stringify(input.content),
    is_shared: input.isShared,
    author_id: input.authorId,
  })
  await db
    .deleteFrom('mail_template')
    .where('account_id', '=', key.account_id)
    .where('template', '=', key.template)
    .where('language', '=', key.language)
    .where('version', '<=', input.version - keep)
    .execute()
}

export const findSetting = (db: Db, accountId: number) =>
  findRow(db, 'mail_setting', { account_id: accountId })

export const saveSetting = (
  db: Db,
  accountId: number,
  change: { language?: string; paused_at?: Date | null },
) =>
  db
    .insertInto('mail_setting')
    .values({ account_id: accountId, ...change })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(change))
    .execute()
