import { MAX_PAGE_SIZE } from '#contract/core/constants.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { didYouMean } from '../arguments/nearest-word.ts'
import { flag, text } from '../arguments/option-spec.ts'
import { CliError, usageError } from '../cli-error.ts'
import { EXIT, exitForStatus } from '../exit-codes.ts'
import { readJsonArgument } from '../files/json-argument.ts'
import { clientFor, findSession } from '../http/open-session.ts'
import { printReply } from '../http/print-reply.ts'
import { readListPage } from '../http/read-list-page.ts'
import { readPages } from '../http/read-pages.ts'

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']
const options = {
  data: text('JSON', 'Body: JSON, @FILE, or - for standard input'),
  'idempotency-key': text('KEY', 'Repeats nothing when the call with this key is sent again'),
  paginate: flag('Read all pages of a list and print them as one reply'),
}

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
    const { data, paginate, 'idempotency-key': key } = call.values
    const body = data === undefined ? undefined : await readJsonArgument(data, call)
    const client = clientFor(await findSession(call), call)
    if (paginate) {
      const all = await readPages(Number.POSITIVE_INFINITY, MAX_PAGE_SIZE, (paging) =>
        readListPage(client, { method, path, body }, paging),
      )
      call.terminal.output.write(`${JSON.stringify(all, null, 2)}\n`)
      return EXIT.done.code
    }
    const headers = {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    }
    const response = await client.send({ method, path, headers, ...(body !== undefined && { body }) })
    await printReply(response, call.terminal.output)
    if (response.ok) return EXIT.done.code
    const exit = exitForStatus(response.status)
    throw new CliError(exit, `${method} ${path} answered with status ${response.status}`, {
      code: `http_${response.status}`,
    })
  },
})
