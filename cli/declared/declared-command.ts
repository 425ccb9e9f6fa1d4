import { randomUUID } from 'node:crypto'
import type { CliCommand } from '#contract/core/cli-command.ts'
import { MAX_PAGE_SIZE } from '#contract/core/constants.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { allEndpoints } from '#contract/index.ts'
import { type CommandCall, type CommandSpec, defineCommand, type Options } from '../arguments/command-spec.ts'
import { EXIT } from '../exit-codes.ts'
import { openClient } from '../http/open-session.ts'
import { readPages } from '../http/read-pages.ts'
import { withSpendingHint } from '../http/spending-hint.ts'
import { type Field, listFields, makeOptions, optionField, readArgument } from './fields.ts'
import { formatText, hasFailed, makeDocument, type Result } from './result.ts'

type Call = CommandCall<Options>
type Input = Record<Field['part'], Record<string, unknown>>

const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0)

/** Arguments with their fields. */
export const listArguments = ({ path }: Endpoint, { args }: CliCommand): [string, string][] =>
  Object.entries(
    args ??
      Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name.toUpperCase(), name])),
  )

/** The request from what was typed. */
function makeInput(endpoint: Endpoint, command: CliCommand, fields: Map<string, Field>, call: Call): Input {
  const input: Input = { params: {}, query: {}, body: {} }
  const put = (name: string, value: unknown) => {
    input[(fields.get(name) as Field).part][name] = value
  }
  for (const [name, value] of Object.entries(command.set ?? {})) put(name, value)
  listArguments(endpoint, command).forEach(([name, field], at) => {
    put(field, readArgument(call.positionals[at] as string, name, fields.get(field) as Field))
  })
  for (const [name, option] of Object.entries(command.options ?? {})) {
    const value: unknown = call.values[name as keyof typeof call.values]
    if (isGiven(value))
      put(
        optionField(name, option),
        typeof option === 'object' && option.is !== undefined ? option.is : value,
      )
  }
  return input
}

/** Calls the endpoint, for every page that is asked for. */
async function send(
  endpoint: Endpoint,
  { limit = 100 }: CliCommand,
  input: Input,
  call: Call,
): Promise<unknown> {
  const client = await openClient(call)
  const request = (query: Record<string, unknown>) =>
    client.call(
      endpoint,
      {
        ...(endpoint.params && { params: input.params }),
        query,
        ...(endpoint.body && { body: input.body }),
      } as Parameters<typeof client.call>[1],
      endpoint.idempotent && { key: randomUUID() },
    ) as Promise<{ data: unknown[]; total: number }>
  const most =
    limit === 'all' ? Number.MAX_SAFE_INTEGER : ((call.values as { limit?: number }).limit ?? limit)
  const isPaged = listFields(endpoint).has('page')
  const all = () =>
    isPaged
      ? readPages(most, MAX_PAGE_SIZE, (page, size) => request({ ...input.query, page, limit: size }))
      : request(input.query)
  return endpoint.scope === 'spend' ? withSpendingHint(all) : all()
}

/** The command that an endpoint declares. */
function declaredCommand(endpoint: Endpoint, command: CliCommand): CommandSpec {
  const fields = listFields(endpoint)
  const { name, summary = endpoint.summary, notes = [], examples = [] } = command
  return defineCommand<Options>({
    name,
    summary,
    positionals: listArguments(endpoint, command).map(([argument]) => argument),
    options: makeOptions(command, fields),
    notes,
    examples,
    async run(call) {
      const input = makeInput(endpoint, command, fields, call)
      const reply = await send(endpoint, command, input, call)
      const result = { reply, input: { ...input.params, ...input.query, ...input.body } } as Result
      call.terminal.result(makeDocument(command, result), () =>
        formatText(command, result, call.terminal.width),
      )
      return hasFailed(command, result) ? EXIT.failed.code : EXIT.done.code
    },
  })
}

/** Every command that an endpoint declares. */
export const DECLARED = allEndpoints.flatMap((endpoint) =>
  [endpoint.cli ?? []]
    .flat()
    .map((command) => ({ endpoint, command, spec: declaredCommand(endpoint, command) })),
)
