import { Readable } from 'node:stream'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { BusinessDetailsService } from '#server/modules/ai/business-details/index.ts'
import type { Downloader } from '#server/modules/core/files/index.ts'
import { type LeadScope, type LeadsService, presentLeadDetail } from '#server/modules/leads/leads/index.ts'
import { csvLine } from '#server/platform/csv/write-csv.ts'
import type { Db } from '#server/platform/db/db.ts'
import { getRow } from '#server/platform/db/rows.ts'
import { type Controller, noticeText } from './notice-text.ts'

export const NOTICES = 'notices'
const CHUNK = 500

interface ControllerDeps {
  db: Db
  profiles: Pick<BusinessDetailsService, 'show'>
}

export interface NoticesDeps extends ControllerDeps {
  leads: LeadsService
}

/** Content of a ticket. */
export interface NoticesInput {
  scope: LeadScope
  ids: number[]
  filename: string
}

/** The sender of an account's notices: from its business profile, else the account's name. */
export async function controllerOf({ db, profiles }: ControllerDeps, accountId: number): Promise<Controller> {
  const profile = await profiles.show(accountId)
  if (profile) return profile
  const { name } = await getRow(db, 'account_node', { id: accountId }, ['name'])
  return { name, address: '', website: '' }
}

async function* lines(deps: NoticesDeps, { scope, ids }: NoticesInput): AsyncIterable<string> {
  const controller = await controllerOf(deps, scope.accountId)
  const type: ListTypeId = scope.type
  yield csvLine(['name', 'email', 'notice'])
  for await (const rows of deps.leads.chunks(scope, ids, CHUNK))
    yield rows
      .map((row) =>
        csvLine([row.name, row.email, noticeText(controller, type, presentLeadDetail(row, type, []))]),
      )
      .join('')
}

/** The file of a ticket: one line per lead, streamed. */
export const noticesDownloader = (deps: NoticesDeps): Downloader => ({
  kind: NOTICES,
  async open(ticket) {
    const input = ticket.input as unknown as NoticesInput
    const stream = Readable.from(lines(deps, input), { objectMode: false })
    return { filename: input.filename, contentType: 'text/csv; charset=utf-8', stream }
  },
})
