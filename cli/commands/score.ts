import { leadScore, scoreLeads } from '#contract/ai/lead-scores.ts'
import { leads } from '#contract/leads/leads.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { listParams } from '../arguments/lead-selection.ts'
import { parsed } from '../arguments/option-spec.ts'
import { wholeNumber } from '../arguments/value-parsers.ts'
import { openClient } from '../http/open-session.ts'
import { startAndFollow } from '../runs/enrichment-run.ts'
import { exitOfRun, stateUnlessDone } from '../runs/run-report.ts'
import { right, textTable } from '../terminal/text-table.ts'

const TOP = 10
const COLUMNS = [...right('SCORE'), 'NAME', 'WHY'] as const

/** `leadwright score LIST_ID`: scores leads and prints the best of a list. */
export const scoreCommand = defineCommand({
  name: 'score',
  summary: 'Score leads by similarity to won leads, and print the best of a list',
  positionals: ['LIST_ID'],
  options: { top: parsed('N', `At most this many leads (${TOP} by default)`, wholeNumber(1)) },
  notes: ['Scores all leads of the list’s type, based on at least 20 won leads. Free.'],
  examples: ['leadwright score 12', 'leadwright score 12 --top 50 --json'],
  async run(call) {
    const client = await openClient(call)
    const params = await listParams(client, call.positionals[0]!)
    const { run } = await startAndFollow(call, client, async (sent) => {
      const { data } = await client.call(scoreLeads, { params: { id: params.id } }, sent)
      return { run: data }
    })
    const body = { sort: '-score', limit: Math.min(call.values.top ?? TOP, 200) }
    const page = await client.call(leads, { params, body })
    const best = await Promise.all(
      page.data
        .filter(({ values }) => values.score !== undefined)
        .map(async ({ id, values }) => {
          const { data } = await client.call(leadScore, { params: { ...params, resultId: id } })
          return { id, name: values.name ?? null, score: data.score, reasons: data.reasons }
        }),
    )
    const rows = best.map(({ score, name, reasons }) => [
      score ?? '',
      name ?? '',
      reasons.map(({ text, won, leads: all }) => `${text} (${won} of ${all} won)`).join(', '),
    ])
    const scored = run.counts.scored ?? 0
    call.terminal.result({ run_id: run.id, scored, leads: best, ...stateUnlessDone(run) }, () =>
      textTable(COLUMNS, rows, call.terminal.width),
    )
    return exitOfRun(run)
  },
})
