import { MAX_PAGE_SIZE } from '#contract/core/constants.ts'
import { type List, lists } from '#contract/leads/lists.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { flag, parsed } from '../arguments/option-spec.ts'
import { wholeNumber } from '../arguments/value-parsers.ts'
import { openClient } from '../http/open-session.ts'
import { readPages } from '../http/read-pages.ts'
import { groupedNumber } from '../terminal/progress-bar.ts'
import { pageText, right } from '../terminal/text-table.ts'

const COLUMNS = [...right('ID'), 'TYPE', ...right('LEADS'), 'LAST RUN', 'CREATED', 'NAME'] as const

const row = (list: List) => [
  list.id,
  list.type,
  groupedNumber(list.total),
  list.last_run?.state ?? '',
  list.created_at.slice(0, 16).replace('T', ' '),
  list.name,
]

/** `leadwright lists`: the saved lists, newest first. */
export const listsCommand = defineCommand({
  name: 'lists',
  summary: 'Saved lists, newest first',
  options: {
    archived: flag('The archived lists instead'),
    limit: parsed('N', 'At most this many (100 by default)', wholeNumber(1)),
  },
  async run(call) {
    const client = await openClient(call)
    const view = call.values.archived ? ('archived' as const) : ('active' as const)
    const found = await readPages(call.values.limit ?? 100, MAX_PAGE_SIZE, (page, limit) =>
      client.call(lists, { query: { view, page, limit } }),
    )
    call.terminal.result(found, () =>
      pageText(COLUMNS, found.data.map(row), found.total, call.terminal.width),
    )
  },
})
