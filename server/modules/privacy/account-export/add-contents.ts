import { sql } from 'kysely'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { findFieldDefinitions } from '#server/modules/leads/custom-fields/index.ts'
import { csvFile, type ExportShape, exportFields } from '#server/modules/leads/exports/index.ts'
import { fieldsIn, leadsAfter } from '#server/modules/leads/leads/index.ts'
import type { Context } from '#server/platform/context.ts'
import { type PARTS, readPart } from './account-parts.ts'
import type { Archive } from './archive.ts'

/** Leads or records held in memory, and the maximum per file. */
const AT_ONCE = 5000

const line = (record: unknown) => `${JSON.stringify(record)}\n`
const numbered = (file: string, part: number) => (part === 1 ? file : `${file}-${part}`)
const makeFolder = (list: { id: number; name: string }) =>
  `lists/${list.id}-${list.name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60)}`

interface ListFacts {
  id: number
  name: string
  type: ListTypeId
  tags: string[]
  lead_source: string | null
}

export async function findActiveLists(ctx: Context, accountId: number): Promise<ListFacts[]> {
  const { rows } = await sql<ListFacts>`select id, name, type, tags, lead_source from list_info
      where account_id = ${accountId} and deleted_at is null order by id`.execute(ctx.db)
  return rows
}

/** A list's leads, in files of limited size. `moved` receives each count. */
export async function archiveLeads(
  ctx: Context,
  archive: Archive,
  { accountId, list, moved }: { accountId: number; list: ListFacts; moved: (rows: number) => Promise<void> },
) {
  const custom = await findFieldDefinitions(ctx.db, accountId)
  const fields = exportFields(fieldsIn({ type: list.type, custom }), undefined)
  const shape: ExportShape = { fields, provenance: true, list }
  for (let part = 1, after = 0; ; part += 1) {
    const rows = await leadsAfter(ctx.db, { accountId, listId: list.id, after, limit: AT_ONCE })
    if (rows.length === 0 && part > 1) return
    const csv = csvFile(shape, '')
    for (const row of rows) csv.write(row)
    const now = ctx.clock.now()
    const file = `${makeFolder(list)}/${numbered('leads', part)}`
    await archive.add(`${file}.csv`, String(csv.end()), now)
    const records = rows.map(({ account_id, deleted_at, ...lead }) => line(lead))
    await archive.add(`${file}.ndjson`, records.join(''), now)
    await moved(rows.length)
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)?.id as number
  }
}

export async function archivePart(
  ctx: Context,
  archive: Archive,
  {
    accountId,
    part,
    moved,
  }: { accountId: number; part: (typeof PARTS)[number]; moved: (rows: number) => Promise<void> },
) {
  for (let number = 1, after = 0; ; number += 1) {
    const rows = await readPart(ctx.db, part, { accountId, after, limit: AT_ONCE })
    if (rows.length === 0 && number > 1) return
    const content = rows.map(({ record }) => line(record)).join('')
    await archive.add(`${numbered(part.file, number)}.ndjson`, content, ctx.clock.now())
    await moved(rows.length)
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)?.key as number
  }
}
