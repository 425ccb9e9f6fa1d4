import { Readable } from 'node:stream'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { showBusinessDetails } from '#server/modules/ai/business-details/index.ts'
import type { Downloader } from '#server/modules/core/files/index.ts'
import { type LeadScope, presentLeadDetail, readLeadChunks } from '#server/modules/leads/leads/index.ts'
import type { Context } from '#server/platform/context.ts'
import { csvLine } from '#server/platform/csv/write-csv.ts'
import { getRow } from '#server/platform/db/rows.ts'
import { type Controller, noticeText } from './notice-text.ts'

export const NOTICES = 'notices'
const CHUNK = 500

/** Content of a ticket. */
export interface NoticesInput {
  scope: LeadScope
  ids: number[]
  filename: string
}

/** The sender of an account's notices: from its business profile, else the account's name. */
export async function findController(ctx: Context, accountId: number): Promise<Controller> {
  const profile = await showBusinessDetails(ctx, accountId)
  if (profile) return profile
  const { name } = await getRow(ctx.db, 'account_node', { id: accountId }, ['name'])
  return { name, address: '', website: '' }
}

async function* lines(ctx: Context, { scope, ids }: NoticesInput): AsyncIterable<string> {
  const controller = await findController(ctx, scope.accountId)
  const type: ListTypeId = scope.type
  yield csvLine(['name', 'email', 'notice'])
  for await (const rows of readLeadChunks(ctx, scope, ids, CHUNK))
    yield rows
      .map((row) =>
        csvLine([
          row.name,
          row.email,
          noticeText(controller, type, presentLeadDetail(row, { type, history: [] })),
        ]),
      )
      .join('')
}

/** The file of a ticket: one line per lead, streamed. */
export const noticesDownloader = (ctx: Context): Downloader => ({
  kind: NOTICES,
  async open(ticket) {
    const input = ticket.input as unknown as NoticesInput
    const stream = Readable.from(lines(ctx, input), { objectMode: false })
    return { filename: input.filename, contentType: 'text/csv; charset=utf-8', stream }
  },
})
