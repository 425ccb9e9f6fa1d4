import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { deleteRows } from '#server/platform/db/rows.ts'

/** Places of a source that share their key with one of another source. */
export async function countLinked(db: Db, sourceId: number): Promise<number> {
  const { rows } = await sql<{ linked: number }>`
    select count(*) as linked from corpus_place p where p.source_id = ${sourceId} and exists (
      select from corpus_place o where o.entity_key = p.entity_key and o.source_id <> p.source_id)`.execute(
    db,
  )
  return rows[0]?.linked ?? 0
}

/** Removes some places of a source, and their links. @returns how many. */
export async function deletePlaces(db: Db, sourceId: number, limit: number): Promise<number> {
  const { rows } = await sql<{ deleted_places: number }>`
    with gone as (
      delete from corpus_place where id in (
        select id from corpus_place where source_id = ${sourceId} limit ${limit}) returning id
    ), links as (
      delete from corpus_link where place_id in (select id from gone) or other_id in (select id from gone)
    )
    select count(*) as deleted_places from gone`.execute(db)
  return rows[0]?.deleted_places ?? 0
}

/** Removes some people of a source. @returns how many. */
export async function deletePeople(db: Db, sourceId: number, limit: number): Promise<number> {
  const result = await sql`
    delete from corpus_person where id in (
      select id from corpus_person where source_id = ${sourceId} limit ${limit})`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

export async function countPeople(db: Db, sourceId: number): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(*) as people from corpus_person where source_id = ${sourceId}`.execute(db)
  return rows[0]?.people ?? 0
}

/** Removes an empty source, if it still exists. */
export const deleteSource = (db: Db, sourceId: number) => deleteRows(db, 'corpus_source', { id: sourceId })
