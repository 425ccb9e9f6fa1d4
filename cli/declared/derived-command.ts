import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { CliCommand, CliOption } from '#contract/core/cli-command.ts'
import { buildPath, type Endpoint } from '#contract/core/endpoint.ts'
import { allEndpoints } from '#contract/index.ts'
import type { CommandSpec, Options } from '../arguments/command-spec.ts'
import { required, text } from '../arguments/option-spec.ts'
import { usageError } from '../cli-error.ts'
import { readJsonArgument } from '../files/json-argument.ts'
import { openClient } from '../http/open-session.ts'
import { printReply } from '../http/print-reply.ts'
import { ReplyError } from '../http/request-error.ts'
import { findExclusion, makeCommandName } from './command-names.ts'
import { type Call, type Input, listArguments, makeInput, send } from './declared-command.ts'
import { type Field, isPaged, jsonSchema, listFields, makeOptions } from './fields.ts'
import { once } from './once.ts'
import { formatReply } from './reply-text.ts'

/** What a derived command needs to know of its endpoint. */
interface Plan {
  command: CliCommand
  fields: Map<string, Field>
  options: Options
}

const optionName = (field: string): string =>
  field
    .replace(/^resultIds$/, 'ids')
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    .replaceAll('_', '-')
    .replace(/^-/, '')

const endSentence = (help: string): string => (help === '' || /[.:]$/.test(help) ? help : `${help}.`)

function makeOption(field: string, { schema, isRequired }: Field): CliOption {
  const choices = schema.enum ?? schema.items?.enum
  const help = [
    choices ? endSentence(schema.description ?? '') : (schema.description ?? ''),
    choices ? `One of: {choices}` : '',
    isRequired ? '(required)' : '',
  ]
  return {
    help: help.filter(Boolean).join(' '),
    field,
    ...(schema.type === 'boolean' && { value: 'on|off' }),
  }
}

const DATA = text('JSON', 'More of the body, or all of it: JSON, @FILE, or - for standard input')
const FILE = required(text('FILE', 'The file to send'))

function makePlan(endpoint: Endpoint, name: string): Plan {
  const fields = listFields(endpoint)
  const hasTotal = endpoint.reply && 'total' in (jsonSchema(endpoint.reply, 'output').properties ?? {})
  if (!hasTotal) fields.delete('page')
  const paging = isPaged(fields) ? ['page', 'limit', 'cursor'] : []
  const named = [...fields].filter(([field, { part }]) => part !== 'params' && !paging.includes(field))
  const command: CliCommand = {
    name,
    options: Object.fromEntries(named.map(([field, one]) => [optionName(field), makeOption(field, one)])),
  }
  // What is required may also come with --data, so it is checked when everything is known.
  const optional = new Map([...fields].map(([field, one]) => [field, { ...one, isRequired: false }]))
  const options = {
    ...makeOptions(command, optional),
    ...(endpoint.body && { data: DATA }),
    ...(endpoint.kind === 'upload' && { file: FILE }),
  }
  return { command, fields, options }
}

/** The body with what `--data` says; what has an option of its own wins. */
async function addData(input: Input, call: Call): Promise<Input> {
  const { data } = call.values as { data?: string }
  if (data === undefined) return input
  const body = JSON.parse(await readJsonArgument(data, call)) as Input['body']
  const isRecord = typeof body === 'object' && body !== null && !Array.isArray(body)
  if (isRecord) return { ...input, body: { ...body, ...input.body } }
  const [first] = Object.keys(input.body)
  if (first) throw usageError(`--data must be a JSON object when --${optionName(first)} is given too`)
  return { ...input, body }
}

function checkRequired(fields: Plan['fields'], input: Input, name: string): void {
  const missing = [...fields].filter(
    ([field, { part, isRequired }]) =>
      part !== 'params' && isRequired && !Array.isArray(input[part]) && input[part][field] === undefined,
  )
  if (missing.length === 0) return
  const options = missing.map(([field]) => `--${optionName(field)}`)
  throw usageError(
    `${options.join(', ')} ${options.length === 1 ? 'is' : 'are'} required`,
    `leadwright ${name} --help`,
  )
}

/** Sends a file, or prints one. */
async function transfer(endpoint: Endpoint, { params, query }: Input, call: Call): Promise<void> {
  const client = await openClient(call)
  const request = { method: endpoint.method, path: buildPath(endpoint.path, params, query) }
  if (endpoint.kind === 'upload') {
    const file = resolve(call.env.workingFolder, (call.values as unknown as { file: string }).file)
    const headers = { 'content-type': 'application/octet-stream' }
    const reply = await client.sendForJson({
      ...request,
      headers,
      body: new Uint8Array(await readFile(file)),
    })
    return call.terminal.result(reply, () => formatReply(reply, call.terminal.width))
  }
  const response = await client.send(request)
  if (!response.ok)
    throw new ReplyError(response.status, await response.json().catch(() => null), response.headers)
  await printReply(response, call.terminal.output)
}

/** The command of an endpoint that declares none: everything about it follows from its schemas. */
function deriveCommand(endpoint: Endpoint): CommandSpec {
  const name = makeCommandName(endpoint)
  const readPlan = once(() => makePlan(endpoint, name))
  return {
    name,
    isDerived: true,
    summary: endpoint.summary,
    positionals: listArguments(endpoint, {}).map(([argument]) => argument),
    get options() {
      return readPlan().options
    },
    notes: [
      ...(endpoint.description ? [endpoint.description.replaceAll('\n', ' ')] : []),
      `Calls ${endpoint.method} ${endpoint.path}. --json prints all of its reply.`,
    ],
    async run(call) {
      const { command, fields } = readPlan()
      const input = await addData(makeInput(endpoint, command, fields, call), call)
      checkRequired(fields, input, name)
      if (endpoint.kind !== 'json') return void (await transfer(endpoint, input, call))
      const reply = await send(endpoint, { command, fields, input }, call)
      call.terminal.result(reply, () => formatReply(reply, call.terminal.width))
    },
  }
}

/** A command for each endpoint that neither declares one nor is left out for a reason. */
export const DERIVED = allEndpoints
  .filter((endpoint) => !endpoint.cli && findExclusion(endpoint) === null)
  .map((endpoint) => ({ endpoint, spec: deriveCommand(endpoint) }))
