import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import { MAX_PAGE_SIZE } from '#contract/core/constants.ts'
import { type CommandCall, defineCommand } from '../arguments/command-spec.ts'
import { didYouMean } from '../arguments/nearest-word.ts'
import { flag, text } from '../arguments/option-spec.ts'
import { CliError, usageError } from '../cli-error.ts'
import { EXIT, exitForStatus } from '../exit-codes.ts'
import { outputSink } from '../files/byte-sink.ts'
import { clientFor, findSession } from '../http/open-session.ts'
import { readListPage } from '../http/read-list-page.ts'
import { readPages } from '../http/read-pages.ts'

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']
const options = {
  data: text('JSON', 'Body: JSON, @FILE, or - for standard input'),
  paginate: flag('Read all pages of a list and print them as one reply'),
}
type Call = CommandCall<typeof options>

function readMethod(word: string): string {
  const method = word.toUpperCase()
  if (METHODS.includes(method)) return method
  throw usageError(
    `"${word}" is not a method.${didYouMean(method, METHODS)}`,
    `Methods: ${METHODS.join(', ')}`,
  )
}

function readPath(path: string): string {
  if (path.startsWith('/') && !/[\s#]/.test(path)) return path
  throw usageError(`The path must start with a slash, such as /api/me, not "${path}"`)
}

async function readBody({ values, env, terminal }: Call): Promise<string | undefined> {
  const { data } = values
  if (data === undefined) return undefined
  const json =
    data === '-'
      ? await readText(terminal.input)
      : data.startsWith('@')
        ? await readFile(resolve(env.workingFolder, data.slice(1)), 'utf8')
        : data
  try {
    JSON.parse(json)
  } catch (error) {
    throw usageError(`--data is not JSON: ${(error as Error).message}`)
  }
  return json
}

/** Prints JSON with indents, anything else byte by byte. */
async function printReply(response: Response, output: Writable): Promise<void> {
  const isJson = /^application\/([\w.+-]+\+)?json\b/i.test(response.headers.get('content-type') ?? '')
  if (isJson) {
    const body = await response.text()
    if (body !== '') output.write(`${JSON.stringify(JSON.parse(body), null, 2)}\n`)
    return
  }
  const sink = outputSink(output)
  for await (const bytes of response.body ?? []) await sink.write(bytes)
}

/** `leadwright api`: any call of the API with the stored token. */
export const apiCommand = defineCommand({
  name: 'api',
  summary: 'Call the API and print the response',
  positionals: ['METHOD', 'PATH'],
  options,
  notes: [
    'The response goes to standard output, even if it is an error; the exit code follows its status.',
    'The calls are described at /api/openapi.json.',
  ],
  examples: [
    'leadwright api GET /api/me',
    `leadwright api POST /api/local-results/12 --data '{"limit": 5, "search": "taproom"}'`,
    'leadwright api GET /api/runs --paginate',
  ],
  async run(call) {
    const [method, path] = [readMethod(call.positionals[0]!), readPath(call.positionals[1]!)]
    const body = await readBody(call)
    const client = clientFor(await findSession(call), call)
    if (call.values.paginate) {
      const all = await readPages(Number.POSITIVE_INFINITY, MAX_PAGE_SIZE, (page, limit) =>
        readListPage(client, { method, path, body }, { page, limit }),
      )
      call.terminal.output.write(`${JSON.stringify(all, null, 2)}\n`)
      return EXIT.done.code
    }
    const json = body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }
    const response = await client.send({ method, path, ...json })
    await printReply(response, call.terminal.output)
    if (response.ok) return EXIT.done.code
    const exit = exitForStatus(response.status)
    throw new CliError(exit, `${method} ${path} answered with status ${response.status}`, {
      code: `http_${response.status}`,
    })
  },
})
