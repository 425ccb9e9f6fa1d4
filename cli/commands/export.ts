import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { exportList } from '#contract/core/files.ts'
import { counted } from '#contract/core/plural.ts'
import { EMAIL_STATES, type EmailState } from '#contract/leads/email-states.ts'
import { exportTemplates } from '#contract/leads/export-templates.ts'
import { type CommandCall, defineCommand } from '../arguments/command-spec.ts'
import { listParams } from '../arguments/lead-selection.ts'
import { flag, list, required, text, type ValueParser } from '../arguments/option-spec.ts'
import { idArgument } from '../arguments/value-parsers.ts'
import { CliError, usageError } from '../cli-error.ts'
import { EXIT } from '../exit-codes.ts'
import { assertWritableTarget, type ByteSink, fileSink, outputSink } from '../files/byte-sink.ts'
import { CsvRowCounter } from '../files/csv-row-counter.ts'
import { type ApiClient, readJson } from '../http/api-client.ts'
import { openClient } from '../http/open-session.ts'
import { ReplyError, UnreachableError } from '../http/request-error.ts'
import { catchInterrupt } from '../terminal/interrupt.ts'
import { byteSize } from '../terminal/progress-bar.ts'

const emailState: ValueParser<string> = (word, option) => {
  if (!EMAIL_STATES.some((state) => state === word))
    throw usageError(`--${option} takes one or more of ${EMAIL_STATES.join(', ')}`)
  return word
}

const options = {
  out: required(text('FILE', 'File to write; - is standard output')),
  provenance: flag('Include source and date of each value'),
  evidence: flag('Include page and words that show each chosen signal'),
  xlsx: flag('Save an Excel workbook instead of CSV'),
  delta: flag('Only leads you haven’t downloaded from this list yet'),
  template: text('NAME', 'A saved export template; other options override it'),
  'email-states': list('A,B', 'Only addresses in these states; other cells stay empty', emailState),
  labels: flag('Use labels instead of field names as column headings'),
  bom: flag('Start with a byte order mark, for old spreadsheets'),
}
type Call = CommandCall<typeof options>

interface Download {
  call: Call
  client: ApiClient
  listId: number
  signal: AbortSignal
}

/** A ticket names a path of the same server, whatever address that server has for itself. */
const ticketPath = (url: string): string => {
  const { pathname, search } = new URL(url, 'http://ticket.invalid')
  return pathname + search
}

/** The template with a name for lists of this type; case is ignored. */
async function templateId(client: ApiClient, listId: number, name: string): Promise<number> {
  const { type } = await listParams(client, String(listId))
  const { data } = await client.call(exportTemplates, { query: { type } })
  const found = data.find((candidate) => candidate.name.toLowerCase() === name.trim().toLowerCase())
  if (found) return found.id
  const others = data.map((known) => known.name).join(', ')
  throw new CliError('failed', `There is no template "${name}" for lists of this type`, {
    code: 'not_found',
    ...(others && { hint: `Templates: ${others}` }),
  })
}

async function openDownload({ call, client, listId, signal }: Download) {
  const { provenance, evidence, bom, xlsx, delta, labels, template, 'email-states': states } = call.values
  const template_id = template === undefined ? undefined : await templateId(client, listId, template)
  const body = {
    list_id: listId,
    // A flag that was not given is left to the template.
    ...((provenance || !template_id) && { provenance }),
    ...(evidence && { evidence }),
    ...((bom || !template_id) && { bom }),
    ...(template_id && { template_id }),
    ...(states.length > 0 && { email_states: states as EmailState[] }),
    // Scripts expect field names as headers; a template has its own.
    ...((labels || !template_id) && { headings: labels ? ('labels' as const) : ('fields' as const) }),
    ...(xlsx && { format: 'xlsx' as const }),
    ...(delta && { delta }),
  }
  const { data: ticket } = await client.call(exportList, { body }, { key: randomUUID() })
  const response = await client.send({ method: 'GET', path: ticketPath(ticket.url), bearer: false, signal })
  if (!response.ok || response.body === null) {
    throw new ReplyError(response.status, await readJson(response), response.headers)
  }
  return { stream: response.body, total: ticket.total, isBook: xlsx || ticket.filename.endsWith('.xlsx') }
}

interface Exported {
  rows: number
  bytes: number
}

async function copy(download: Download, sink: ByteSink, onBytes: () => void): Promise<Exported> {
  const { call, client, signal } = download
  const { stream, total, isBook } = await openDownload(download)
  const counter = new CsvRowCounter()
  const reader = stream.getReader()
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw signal.aborted ? error : new UnreachableError(client.url, error)
    })
    // The rows of a workbook cannot be counted here, so use the server's count.
    if (done) return { rows: isBook ? (total ?? 0) : counter.rows, bytes }
    onBytes()
    await sink.write(value)
    bytes += value.length
    if (isBook) continue
    counter.take(value)
    call.terminal.progress.update({ label: 'Exporting', done: counter.rows, total })
  }
}

async function exportTo(download: Download, openSink: () => Promise<ByteSink>): Promise<Exported> {
  const attempt = async (): Promise<Exported> => {
    const sink = await openSink()
    let written = false
    try {
      const exported = await copy(download, sink, () => {
        written = true
      })
      await sink.finish()
      return exported
    } catch (error) {
      await sink.discard()
      if (!written || sink.repeatable) throw error
      throw new CliError('failed', `The export was interrupted:  ${(error as Error).message}`, {
        code: 'export_broken',
      })
    }
  }
  try {
    return await download.client.patiently(attempt, true, download.signal)
  } catch (error) {
    if (!download.signal.aborted) throw error
    throw new CliError('interrupted', 'Stopped: nothing was written', { code: 'interrupted' })
  }
}

/** `leadwright export`: exports a list as CSV or Excel workbook. */
export const exportCommand = defineCommand({
  name: 'export',
  summary: 'Save a list as CSV or Excel workbook',
  positionals: ['LIST_ID'],
  options,
  notes: ['The file appears under its name only when it is complete.'],
  examples: [
    'leadwright export 12 --out new.xlsx --xlsx --delta',
    'leadwright export 12 --out breweries.csv --template CRM --email-states valid,catch_all',
    'leadwright export 12 --provenance --out - | head',
  ],
  async run(call) {
    const { values, env, terminal } = call
    const listId = idArgument(call.positionals[0]!, 'LIST_ID')
    const toStdout = values.out === '-'
    if (toStdout && terminal.json) throw usageError('--out - and --json cannot share standard output')
    const path = resolve(env.workingFolder, values.out)
    if (!toStdout) await assertWritableTarget(path, values.out)
    const client = await openClient(call)
    const interrupt = catchInterrupt()
    try {
      const download = { call, client, listId, signal: interrupt.signal }
      const { rows, bytes } = await exportTo(download, () =>
        toStdout ? Promise.resolve(outputSink(terminal.output)) : fileSink(path),
      )
      const sentence = `Exported ${counted(rows, 'lead')} (${byteSize(bytes)})`
      if (toStdout) terminal.note(sentence)
      else terminal.result({ list_id: listId, file: path, rows, bytes }, () => `${sentence} to ${values.out}`)
      return EXIT.done.code
    } finally {
      interrupt.release()
    }
  },
})
