import { icpSuggestions } from '#contract/ai/icp.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { callServer } from '../http/open-session.ts'
import { groupedNumber } from '../terminal/progress-bar.ts'
import { right, textTable } from '../terminal/text-table.ts'

const COLUMNS = ['TYPE', ...right('MATCHES'), 'SEGMENT', 'WHY'] as const

/** `leadwright icp list`: lists segments that customers come from. */
export const icpListCommand = defineCommand({
  name: 'icp list',
  summary: 'Suggest segments your customers come from, with the figures behind each',
  notes: [
    'MATCHES is the free count of a search for the segment. --json has that search and the segment’s leads.',
  ],
  examples: ['leadwright icp list --json'],
  async run(call) {
    const { data } = await callServer(call, icpSuggestions, {})
    const rows = data.segments.map(({ type, size, name, reason }) => [
      type,
      size === null ? '?' : groupedNumber(size),
      name,
      reason,
    ])
    call.terminal.result(data, () =>
      [data.summary, ...(rows.length > 0 ? [textTable(COLUMNS, rows, call.terminal.width)] : [])].join('\n'),
    )
  },
})
