import { randomUUID } from 'node:crypto'
import type { CliCommand } from '#contract/core/cli-command.ts'
import { MAX_PAGE_SIZE } from '#contract/core/constants.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { allEndpoints } from '#contract/index.ts'
import type { CommandCall, CommandSpec, Options } from '../arguments/command-spec.ts'
import { listParams } from '../arguments/lead-selection.ts'
import { EXIT } from '../exit-codes.ts'
import { openClient } from '../http/open-session.ts'
import { type Paging, readPages } from '../http/read-pages.ts'
import { withSpendingHint } from '../http/spending-hint.ts'
import { type Field, isPaged, listFields, makeOptions, optionField, readArgument } from './fields.ts'
import { once } from './once.ts'
import { formatText, hasFailed, makeDocument, type Result } from './result.ts'

export type Call = CommandCall<Options>
export type Input = Record<Field['part'], Record<string, unknown>>

const isGiven = (value: unknown): boolean =>
  value !== undefined && !(Array.isArray(value) && value.length === 0)

/** A list’s type is part of the paths of its leads; nobody has to know it. */
const ofList = ({ path }: Endpoint): boolean => path.startsWith('/api/{type}-results/{id}')

/** Arguments with their fields. */
export const listArguments = (endpoint: Endpoint, { args }: Pick<CliCommand, 'args'>): [string, string][] =>
  Object.entries(
    args ??
      Object.fromEntries(
        [...endpoint.path.matchAll(/\{(\w+)\}/g)]
          .map(([, name = '']) => name)
          .filter((name) => !(ofList(endpoint) && name === 'type'))
          .map((name) => [ofList(endpoint) && name === 'id' ? 'LIST_ID' : argumentName(name), name]),
      ),
  )

const argumentName = (field: string): string =>
  field
    .replace(/^result/, 'lead')
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .toUpperCase()

/** The request from what was typed. */
export function makeInput(
  endpoint: Endpoint,
  command: CliCommand,
  fields: Map<string, Field>,
  call: Call,
): Input {
  const input: Input = { params: {}, query: {}, body: {} }
  const put = (name: string, value: unknown) => {
    input[(fields.get(name) as Field).part][name] = value
  }
  for (const [name, value] of Object.entries(command.set ?? {})) put(name, value)
  listArguments(endpoint, command).forEach(([name, field], at) => {
    put(field, readArgument(call.positionals[at] as string, name, fields.get(field) as Field))
  })
  for (const [name, option] of Object.entries(command.options ?? {})) {
    const given: unknown = call.values[name as keyof typeof call.values]
    const { is, value = undefined } = typeof option === 'object' ? option : {}
    // An option without a value is false when it is absent.
    if (isGiven(given) && (given !== false || value !== undefined))
      put(optionField(name, option), is ?? given)
  }
  return input
}

/** Records that a command reads: those of its `--limit`, or all. */
const countMost = ({ limit = 100 }: Pick<CliCommand, 'limit'>, call: Call): number =>
  limit === 'all' ? Number.MAX_SAFE_INTEGER : ((call.values as { limit?: number }).limit ?? limit)

/** Calls the endpoint, for every page that is asked for. */
export async function send(
  endpoint: Endpoint,
  { command, fields, input }: { command: CliCommand; fields: Map<string, Field>; input: Input },
  call: Call,
): Promise<unknown> {
  const client = await openClient(call)
  const params = ofList(endpoint)
    ? { ...input.params, ...(await listParams(client, call.positionals[0]!)) }
    : input.params
  // A call that creates something is repeated with its key after a lost answer, which then does nothing twice.
  const options = endpoint.idempotent && { patient: true, key: randomUUID() }
  const request = (paging: Paging | Record<string, never>) => {
    const [query, body] = fields.get('page')?.part === 'body' ? [{}, paging] : [paging, {}]
    return client.call(
      endpoint,
      {
        ...(endpoint.params && { params }),
        query: { ...input.query, ...query },
        ...(endpoint.body && { body: Array.isArray(input.body) ? input.body : { ...input.body, ...body } }),
      } as Parameters<typeof client.call>[1],
      options,
    ) as Promise<{ data: unknown[]; total: number; next_cursor?: string | null }>
  }
  const all = () =>
    isPaged(fields) ? readPages(countMost(command, call), MAX_PAGE_SIZE, request) : request({})
  return endpoint.scope === 'spend' ? withSpendingHint(all) : all()
}

/** The command that an endpoint declares. Its options are made when it is used: there are hundreds of commands. */
function declaredCommand(endpoint: Endpoint, command: CliCommand): CommandSpec {
  const readFields = once(() => listFields(endpoint))
  const readOptions = once(() => makeOptions(command, readFields()))
  const { name, summary = endpoint.summary, notes = [], examples = [] } = command
  return {
    name,
    summary,
    positionals: listArguments(endpoint, command).map(([argument]) => argument),
    get options() {
      return readOptions()
    },
    notes,
    examples,
    async run(call) {
      const fields = readFields()
      const input = makeInput(endpoint, command, fields, call)
      const reply = await send(endpoint, { command, fields, input }, call)
      const result = { reply, input: { ...input.params, ...input.query, ...input.body } } as Result
      call.terminal.result(makeDocument(command, result), () =>
        formatText(command, result, call.terminal.width),
      )
      return hasFailed(command, result) ? EXIT.failed.code : EXIT.done.code
    },
  }
}

/** Every command that an endpoint declares. */
export const DECLARED = allEndpoints.flatMap((endpoint) =>
  [endpoint.cli ?? []]
    .flat()
    .map((command) => ({ endpoint, command, spec: declaredCommand(endpoint, command) })),
)
