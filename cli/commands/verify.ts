import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Run } from '#contract/activity/runs.ts'
import { MAX_EMAILS_PER_CALL } from '#contract/core/constants.ts'
import { startVerification, verifyEmail } from '#contract/prospecting/email-verification.ts'
import { verifyLeads } from '#contract/prospecting/enrichment.ts'
import { type CommandCall, defineCommand } from '../arguments/command-spec.ts'
import { flag, parsed, text } from '../arguments/option-spec.ts'
import { idArgument } from '../arguments/value-parsers.ts'
import { usageError } from '../cli-error.ts'
import { EXIT } from '../exit-codes.ts'
import { readInputText } from '../files/input-text.ts'
import { findLocalFile } from '../files/local-file.ts'
import { filledLines, firstCells } from '../files/text-columns.ts'
import type { ApiClient } from '../http/api-client.ts'
import { openClient } from '../http/open-session.ts'
import { listTypeFor, makeSelection, startAndFollow } from '../runs/enrichment-run.ts'
import { exitOfRun, stateUnlessDone } from '../runs/run-report.ts'
import {
  makeReport,
  readVerifications,
  type VerificationReport,
  verificationText,
} from '../runs/verification-report.ts'
import { noMemory, runOfFile, stableKey } from '../upload/run-of-file.ts'

/** Up to this many addresses are checked one after another; more become a run. */
const DIRECT = 10

/** A list copied from a table still has its header. */
const HEADER = /^e-?mail(?:[ _-]?address(?:es)?)?s?$/i

const options = {
  file: text('FILE', 'Addresses from a file: one per line, or a CSV; - is standard input'),
  column: text('NAME', 'Column of the CSV with the addresses; detected by default'),
  list: parsed('LIST_ID', 'Verify the emails of a list’s leads', (text) => idArgument(text, '--list')),
  evidence: flag('Also print the mail server log'),
}
type Call = CommandCall<typeof options>

async function verifyDirectly({ values, terminal, positionals }: Call, client: ApiClient): Promise<number> {
  const results: VerificationReport[] = []
  for (const [done, email] of positionals.entries()) {
    terminal.progress.update({ label: `Verifying ${email}`, done, total: positionals.length })
    const { data } = await client.call(verifyEmail, { body: { email } }, { patient: true })
    results.push(makeReport(data, values.evidence))
  }
  terminal.result({ results }, () => verificationText(results, terminal.width))
  return EXIT.done.code
}

const makeStart =
  (client: ApiClient, column: string | undefined) =>
  async (upload_id: string): Promise<Run> => {
    const body = { upload_id, ...(column === undefined ? {} : { column }) }
    return (await client.call(startVerification, { body }, { patient: true, key: stableKey('verify', body) }))
      .data
  }

/** More addresses than one call allows are uploaded as a file with one column. */
async function verifyMany(call: Call, client: ApiClient, emails: string[]): Promise<Run> {
  if (emails.length <= MAX_EMAILS_PER_CALL) {
    const { run } = await startAndFollow(call, client, async (options) => {
      const { data } = await client.call(startVerification, { body: { emails } }, options)
      return { run: data }
    })
    return run
  }
  const folder = await mkdtemp(join(tmpdir(), 'leadwright-'))
  try {
    const cells = emails.map((email) => `"${email.replaceAll('"', '""')}"`)
    await writeFile(join(folder, 'addresses.csv'), `${['email', ...cells].join('\n')}\n`)
    const file = await findLocalFile(folder, 'addresses.csv')
    return await runOfFile(call, client, { file, start: makeStart(client, 'email'), memory: noMemory })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function verifyFile(call: Call, client: ApiClient, name: string): Promise<Run> {
  const { env, values, terminal } = call
  const table = values.column !== undefined || /\.(csv|tsv)$/i.test(name)
  if (table && name !== '-') {
    const file = await findLocalFile(env.workingFolder, name)
    return runOfFile(call, client, { file, start: makeStart(client, values.column) })
  }
  const content = await readInputText(env.workingFolder, name, terminal.input)
  if (firstCells(content).length > 1) {
    throw usageError(`"${name}" has several columns`, 'Give it a name that ends in .csv, or --column NAME')
  }
  return verifyMany(
    call,
    client,
    filledLines(content).filter((line) => !HEADER.test(line)),
  )
}

async function verifyList(call: Call, client: ApiClient, id: number): Promise<Run> {
  const type = await listTypeFor(client, id, 'verify')
  const { run } = await startAndFollow(call, client, async (options) => {
    const body = { selection: makeSelection(undefined) }
    return (await client.call(verifyLeads, { params: { type, id }, body }, options)).data
  })
  return run
}

function checkChoice({ values, positionals }: Call): void {
  const sources = [positionals.length > 0, values.file !== undefined, values.list !== undefined].filter(
    Boolean,
  )
  if (sources.length !== 1) throw usageError('Pass exactly one of addresses, --file FILE or --list LIST_ID')
  if (values.column !== undefined && values.file === undefined) throw usageError('--column needs --file')
  if (values.column !== undefined && values.file === '-') throw usageError('--column needs a file, not -')
}

/** `leadwright verify`: verifies addresses and prints the evidence. */
export const verifyCommand = defineCommand({
  name: 'verify',
  summary: 'Verify email addresses, with evidence; costs nothing',
  positionals: ['ADDRESS...?'],
  options,
  notes: [
    `Up to ${DIRECT} addresses are checked at once; more addresses and files use a run. Results don’t affect the exit code.`,
    'Ctrl-C asks the server to stop the run and prints what was checked (exit 7); a second one exits at once.',
  ],
  examples: [
    'leadwright verify info@acme.example --evidence',
    'leadwright verify --file addresses.csv --column "Work email" --json',
    'leadwright verify --list 12',
  ],
  async run(call: Call) {
    checkChoice(call)
    const { values, terminal, positionals } = call
    const client = await openClient(call)
    if (positionals.length > 0 && positionals.length <= DIRECT) return verifyDirectly(call, client)
    const run =
      values.list !== undefined
        ? await verifyList(call, client, values.list)
        : values.file !== undefined
          ? await verifyFile(call, client, values.file)
          : await verifyMany(call, client, positionals)
    const checks = await readVerifications(client, run.id)
    const results = checks.map((check) => makeReport(check, values.evidence))
    terminal.result({ run_id: run.id, results, ...stateUnlessDone(run) }, () =>
      verificationText(results, terminal.width),
    )
    return exitOfRun(run)
  },
})
