import { type SourceStats, sourceStats } from '#contract/sources/source-stats.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { parsed } from '../arguments/option-spec.ts'
import { wholeNumber } from '../arguments/value-parsers.ts'
import { callServer } from '../http/open-session.ts'
import { groupedNumber, percentOf } from '../terminal/progress-bar.ts'
import { right, textTable } from '../terminal/text-table.ts'

const COLUMNS = [
  'SOURCE',
  'KIND',
  ...right('ASKED', 'HIT', 'ADDRESSES', 'BOUNCED', 'CREDITS', 'REFUNDED', 'SECONDS'),
] as const

const rate = (part: number | null): string => (part === null ? '' : percentOf(part, 1))
const share = (part: number, whole: number): string => rate(whole === 0 ? null : part / whole)

const row = (stats: SourceStats) => [
  stats.label,
  stats.kind,
  groupedNumber(stats.attempts),
  rate(stats.hit_rate),
  groupedNumber(stats.addresses),
  share(stats.bounced, stats.addresses),
  groupedNumber(stats.credits),
  groupedNumber(stats.refunded),
  stats.seconds.toFixed(1),
]

/** `leadwright sources`: source quality on the account's own data. */
export const sourcesCommand = defineCommand({
  name: 'sources',
  summary: 'Hit rate, bounce rate, cost and time of each source',
  options: { days: parsed('N', 'Of the last N days (90 by default)', wholeNumber(1)) },
  async run(call) {
    const { days } = call.values
    const reply = await callServer(call, sourceStats, { query: days === undefined ? {} : { days } })
    call.terminal.result({ data: reply.data, by_week: reply.by_week }, () =>
      reply.data.length === 0 ? 'None' : textTable(COLUMNS, reply.data.map(row), call.terminal.width),
    )
  },
})
