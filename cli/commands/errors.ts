import * as api from '#contract/core/app-errors.ts'
import { MAX_PAGE_SIZE } from '#contract/core/constants.ts'
import { type CommandCall, defineCommand } from '../arguments/command-spec.ts'
import { parsed, text } from '../arguments/option-spec.ts'
import { idArgument, oneOf, wholeNumber } from '../arguments/value-parsers.ts'
import { EXIT } from '../exit-codes.ts'
import { callServer, openClient } from '../http/open-session.ts'
import { readPages } from '../http/read-pages.ts'
import { groupedNumber } from '../terminal/progress-bar.ts'
import { pageText, right } from '../terminal/text-table.ts'

const COLUMNS = [...right('ID', 'DAY', 'ALL'), 'STATE', 'SOURCE', 'LAST SEEN', 'ERROR'] as const

const setter =
  (endpoint: typeof api.solveAppError | typeof api.reopenAppError) =>
  async (call: CommandCall<Record<never, never>>): Promise<number> => {
    const params = { id: idArgument(call.positionals[0] as string, 'ID') }
    const { data, message } = await callServer(call, endpoint, { params })
    call.terminal.result(data, () => `${message}: ${data.title}`)
    return EXIT.done.code
  }

const ID = ['ID']

/** `leadwright errors`: errors of the web application and the server, for administrators. */
export const ERROR_COMMANDS = [
  defineCommand({
    name: 'errors list',
    summary: 'Errors of the web application and the server, most recent first',
    options: {
      state: parsed('open', `One of ${api.APP_ERROR_STATES.join(', ')}`, oneOf(api.APP_ERROR_STATES)),
      source: parsed('server', `One of ${api.APP_ERROR_SOURCES.join(', ')}`, oneOf(api.APP_ERROR_SOURCES)),
      search: text('WORDS', 'Only errors with these words in the message'),
      limit: parsed('N', 'Maximum number (50 by default)', wholeNumber(1)),
    },
    examples: ['leadwright errors list --state open --json'],
    async run(call) {
      const { state, source, search, limit: maxRows = 50 } = call.values
      const client = await openClient(call)
      const filters = { ...(state && { state }), ...(source && { source }), ...(search && { search }) }
      const { data, total } = await readPages(maxRows, MAX_PAGE_SIZE, (page, limit) =>
        client.call(api.appErrors, { query: { page, limit, ...filters } }),
      )
      const rows = data.map((row) => [
        row.id,
        groupedNumber(row.last_24_hours),
        groupedNumber(row.occurrences),
        row.state,
        row.source,
        row.last_seen_at,
        row.title,
      ])
      call.terminal.result({ data, total }, () => pageText(COLUMNS, rows, total, call.terminal.width))
    },
  }),
  defineCommand({
    name: 'errors show',
    summary: 'An error with its hourly counts and newest samples',
    positionals: ID,
    async run(call) {
      const params = { id: idArgument(call.positionals[0] as string, 'ID') }
      const { data } = await callServer(call, api.appError, { params })
      call.terminal.result(data, () =>
        [
          `${data.title}\n${data.state}, ${groupedNumber(data.occurrences)} since ${data.first_seen_at}, last ${data.last_seen_at}`,
          data.samples[0]?.stack ?? '',
        ].join('\n'),
      )
    },
  }),
  defineCommand({
    name: 'errors solve',
    summary: 'Mark an error as solved in the current release; it reopens if a later one reports it',
    positionals: ID,
    run: setter(api.solveAppError),
  }),
  defineCommand({
    name: 'errors reopen',
    summary: 'Open a solved error again',
    positionals: ID,
    run: setter(api.reopenAppError),
  }),
]
