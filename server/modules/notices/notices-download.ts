import { Readable } from 'node:stream'
import type { ListTypeId } from '#contract/list-types/index.ts'
import type { Downloader } from '#server/modules/files/index.ts'
import { type LeadScope, type LeadsService, presentLeadDetail } from '#server/modules/leads/index.ts'
import { csvLine } from '#server/platform/csv/write-csv.ts'
import type { Db } from '#server/platform/db/db.ts'
import { noticeText } from './notice-text.ts'

export const NOTICES = 'notices'
const CHUNK = 500

/** What a ticket remembers. */
export interface NoticesInput {
  scope: LeadScope
  ids: number[]
  filename: string
}

/** Whose name stands in the notices of an account. */
export async function controllerOf(db: Db, accountId: number): Promise<string> {
  const { name } = await db
    .selectFrom('account')
    .select('name')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return name
}

async function* lines(db: Db, leads: LeadsService, { scope, ids }: NoticesInput): AsyncIterable<string> {
  const controller = await controllerOf(db, scope.accountId)
  const type: ListTypeId = scope.type
  yield csvLine(['name', 'email', 'notice'])
  for await (const rows of leads.chunks(scope, ids, CHUNK))
    yield rows
      .map((row) =>
        csvLine([row.name, row.email, noticeText(controller, type, presentLeadDetail(row, type, []))]),
      )
      .join('')
}

/** The file of a ticket: a line for each lead, read while it is sent. */
export const noticesDownloader = (deps: { db: Db; leads: LeadsService }): Downloader => ({
  kind: NOTICES,
  async open(ticket) {
    const input = ticket.input as unknown as NoticesInput
    const stream = Readable.from(lines(deps.db, deps.leads, input), { objectMode: false })
    return { filename: input.filename, contentType: 'text/csv; charset=utf-8', stream }
  },
})
