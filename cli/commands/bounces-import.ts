import { importBounces } from '#contract/prospecting/bounces.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { findLocalFile } from '../files/local-file.ts'
import { openClient } from '../http/open-session.ts'
import { countLines } from '../runs/enrichment-run.ts'
import { exitOfRun, stateUnlessDone } from '../runs/run-report.ts'
import { runOfFile, stableKey } from '../upload/run-of-file.ts'

/** `leadwright bounces import FILE`: imports the bounce report of a mailing tool. */
export const bouncesImportCommand = defineCommand({
  name: 'bounces import',
  summary: 'Import bounced emails from a CSV of your email tool',
  positionals: ['FILE'],
  notes: [
    'Columns are matched by name: email, and optionally kind or type (hard, soft), reason and date.',
    'Hard bounces mark the address as invalid in every list and refund credits paid for it as valid.',
  ],
  examples: ['leadwright bounces import bounces.csv'],
  async run(call) {
    const file = await findLocalFile(call.env.workingFolder, call.positionals[0]!)
    const client = await openClient(call)
    const run = await runOfFile(call, client, {
      file,
      start: async (upload_id) => {
        const body = { upload_id }
        const key = stableKey('bounces', body)
        return (await client.call(importBounces, { body }, { patient: true, key })).data
      },
    })
    const {
      received = 0,
      hard = 0,
      soft = 0,
      repeated = 0,
      rejected = 0,
      leads = 0,
      refunded = 0,
    } = run.counts
    const counts = { received, hard, soft, repeated, rejected, leads, refunded }
    const document = { run_id: run.id, ...counts, ...stateUnlessDone(run) }
    call.terminal.result(document, () => countLines(document))
    return exitOfRun(run)
  },
})
