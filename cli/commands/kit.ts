import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import {
  applyInstallation,
  diffInstallation,
  exportInstallation,
  type InstallationDiff,
} from '#contract/admin/installation.ts'
import { InstallationDocument } from '#contract/admin/installation-document.ts'
import { KitDocument } from '#contract/admin/kit-document.ts'
import * as api from '#contract/admin/kits.ts'
import { type CommandCall, defineCommand } from '../arguments/command-spec.ts'
import { flag, parsed, text } from '../arguments/option-spec.ts'
import { idArgument, oneOf } from '../arguments/value-parsers.ts'
import { CliError, usageError } from '../cli-error.ts'
import { withEnvironment, withKnownVariables } from '../files/environment-references.ts'
import { readInputText } from '../files/input-text.ts'
import { keepComments, placeOf, readYaml, writeYaml, type YamlSource } from '../files/yaml-document.ts'
import { callServer } from '../http/open-session.ts'
import { applyToPackage } from '../runs/kit-roll-out.ts'
import { textTable } from '../terminal/text-table.ts'

export const account = parsed('ID', 'An account below your own; your own by default', (typed) =>
  idArgument(typed, '--account'),
)
const installation = flag('The installation instead of an account, for administrators')
const queryOf = (id: number | undefined) => ({ query: id === undefined ? {} : { account_id: id } })

/**
 * The document of a file, with the values of variables or, where it is kept, with their names. Its errors name the
 * line.
 */
export const readKit = (call: Call, file: string, options: { isKept?: boolean } = {}) =>
  readDocument(call, file, KitDocument, options)

type Call = Pick<CommandCall<unknown>, 'env' | 'terminal'>

async function readDocument<Schema extends z.ZodMiniType>(
  { env, terminal }: Call,
  file: string,
  schema: Schema,
  { isKept = false } = {},
) {
  const input = await readInputText(env.workingFolder, file, terminal.input)
  const source = readYaml(input, file)
  const filled = isKept ? source.value : withEnvironment(source, env.variables, file)
  const parsedKit = z.safeParse(schema, filled)
  if (parsedKit.success) return { document: parsedKit.data, source }
  const lines = parsedKit.error.issues.slice(0, 5).map(({ path, message, ...issue }) => {
    const keys = 'keys' in issue && Array.isArray(issue.keys) ? issue.keys.map(String) : []
    const at = [...path, ...keys.slice(0, 1)].map(String)
    return `line ${placeOf(source, at)}: ${at.join('.')}: ${keys.length > 0 ? 'there is no such key' : message}`
  })
  throw usageError(`"${file}" is not a kit: ${lines[0]}`, lines.slice(1).join('\n') || undefined)
}

/** Keys of a document may have dots: as many words as make one of them, then those below it. */
function splitPath(value: unknown, words: readonly string[]): string[] {
  if (words.length === 0) return []
  for (let length = words.length; length > 0; length--) {
    const key = words.slice(0, length).join('.')
    if (typeof value === 'object' && value !== null && Object.hasOwn(value, key))
      return [key, ...splitPath((value as Record<string, unknown>)[key], words.slice(length))]
  }
  return [words.join('.')]
}

/** A refusal of the server that names a setting, with its line. */
async function withLines<T>(source: YamlSource, work: () => Promise<T>) {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CliError) || !error.extra.fields) throw error
    const hints = Object.entries(error.extra.fields).map(([field, message]) => {
      const at = splitPath(source.value, field.split('.').slice(1))
      return `line ${placeOf(source, at)}: ${at.join('/')}: ${message}`
    })
    throw new CliError(error.exit, error.message, { ...error.extra, hint: hints.join('\n') })
  }
}

/** `leadwright kit export`. */
export const kitExportCommand = defineCommand({
  name: 'kit export',
  summary: 'Print the settings of an account as a kit',
  options: {
    account,
    name: text('NAME', 'Name of the kit'),
    into: text('FILE', 'Update this file instead of printing, and keep its comments'),
    installation,
  },
  notes: [
    'Has what the whole team shares. Access, people, keys and secrets are never in it.',
    'The order is always the same, and what equals its default is left out, so that versions can be compared.',
  ],
  examples: [
    'leadwright kit export > kit.yaml',
    'leadwright kit export --account 12 --name "Web agency" --into kit.yaml',
    'leadwright kit export --installation > server.yaml',
  ],
  async run(call) {
    const { account: id, name, into, installation: isInstallation } = call.values
    if (isInstallation && id !== undefined) throw usageError('Choose --account or --installation')
    const { data } = isInstallation
      ? await callServer(call, exportInstallation, {})
      : await callServer(call, api.exportKit, queryOf(id))
    const head = isInstallation ? 'installation' : 'kit'
    const kit = { ...data, ...(name !== undefined && { [head]: name }) }
    if (into === undefined) {
      call.terminal.result(kit, () => writeYaml(kit).trimEnd())
      return undefined
    }
    const file = resolve(call.env.workingFolder, into)
    const before = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    })
    await writeFile(
      file,
      before === ''
        ? writeYaml(kit)
        : keepComments(readYaml(before, into), kit, { head, name }, (value) =>
            withKnownVariables(value, call.env.variables),
          ),
    )
    call.terminal.result(kit, () => `Written to ${into}`)
    return undefined
  },
})

const showDiff = (diff: api.KitDiff, width: number): string => {
  const rows = diff.changes.map(({ outcome, part, name }) => [outcome, part, name])
  const same = [
    `${diff.unchanged.length} unchanged, ${diff.kept.length} only in the account`,
    ...diff.skipped,
  ].join('\n')
  return rows.length === 0
    ? `Nothing to change: ${same}`
    : `${textTable(['', 'PART', 'NAME'], rows, width)}\n${same}`
}

const forScripts = ({ added, changed, removed, unchanged, conflicts, kept, skipped }: api.KitDiff) => ({
  added,
  changed,
  removed,
  unchanged,
  conflicts,
  kept,
  ...(skipped.length > 0 && { skipped }),
})

const showInstallationDiff = (diff: InstallationDiff, width: number): string => {
  const rows = (['added', 'changed', 'removed'] as const).flatMap((outcome) =>
    diff[outcome].map((name) => [outcome, name]),
  )
  const same = [
    `${diff.unchanged.length} unchanged`,
    ...diff.kept.map((name) => `${name} is not in the document and stays`),
    ...diff.waiting.map(({ name, reason }) => `Not yet: ${name}: ${reason}`),
  ].join('\n')
  return rows.length === 0 ? `Nothing to change: ${same}` : `${textTable(['', 'NAME'], rows, width)}\n${same}`
}

/** Compares the installation with a file, or makes it as the file says. */
async function reportInstallation(call: Call, file: string, isDry: boolean): Promise<undefined> {
  const { document, source } = await readDocument(call, file, InstallationDocument)
  const endpoint = isDry ? diffInstallation : applyInstallation
  const { data } = await withLines(source, () => callServer(call, endpoint, { body: { document } }))
  call.terminal.result(data, () => showInstallationDiff(data, call.terminal.width))
  return undefined
}

/** `leadwright kit diff`. */
export const kitDiffCommand = defineCommand({
  name: 'kit diff',
  summary: 'What a kit would change in an account',
  positionals: ['FILE'],
  options: { account, installation },
  notes: ['FILE is YAML or JSON, as `kit export` prints it; - reads standard input.'],
  examples: [
    'leadwright kit diff kit.yaml',
    'leadwright kit diff kit.yaml --account 12 --json',
    'leadwright kit diff server.yaml --installation',
  ],
  async run(call) {
    if (call.values.installation) {
      if (call.values.account !== undefined) throw usageError('Choose --account or --installation')
      return reportInstallation(call, call.positionals[0] ?? '', true)
    }
    const { document, source } = await readKit(call, call.positionals[0] ?? '')
    const { data } = await withLines(source, () =>
      callServer(call, api.diffKit, { ...queryOf(call.values.account), body: { document } }),
    )
    call.terminal.result(forScripts(data), () => showDiff(data, call.terminal.width))
    return undefined
  },
})

/** `leadwright kit apply`. */
export const kitApplyCommand = defineCommand({
  name: 'kit apply',
  summary: 'Apply a kit to an account, all of it or nothing',
  positionals: ['FILE'],
  options: {
    account,
    conflicts: parsed(
      'WHAT',
      'What the account changed itself: keep (default) or replace',
      oneOf(api.KIT_CHOICES),
    ),
    package: parsed('ID', 'All customers of this package of yours instead of one account', (typed) =>
      idArgument(typed, '--package'),
    ),
    'dry-run': flag('Only say what would change'),
    installation,
  },
  notes: [
    'Adds and changes what differs. Removes what an earlier version of this kit added and this one no longer has. The same kit again changes nothing.',
    `Write \${env:NAME} for the value of an environment variable, such as the token in the address of a webhook.`,
    'A part that the file leaves out is left alone; an empty one (`labels: {}`) removes what the kit added.',
    'With --installation, a part that the file has is all there is of it: what it doesn’t name goes.',
    'With --package, the file becomes the newest version of your kit of its name, which is then rolled out and waited for.',
  ],
  examples: [
    'leadwright kit apply kit.yaml --dry-run',
    'leadwright kit apply kit.yaml --package 3 --json',
    'leadwright kit apply kit.yaml --account 12 --conflicts replace --json',
    'leadwright kit apply server.yaml --installation --dry-run',
  ],
  async run(call) {
    const { account: id, conflicts = 'keep', 'dry-run': isDry } = call.values
    const toPackage = call.values.package !== undefined
    if (call.values.installation) {
      if (id !== undefined || toPackage) throw usageError('Choose --account, --package or --installation')
      return reportInstallation(call, call.positionals[0] ?? '', isDry)
    }
    const { document, source } = await readKit(call, call.positionals[0] ?? '', { isKept: toPackage })
    if (call.values.package !== undefined) {
      if (id !== undefined) throw usageError('Choose --account or --package')
      const what = { package_id: call.values.package, conflicts, isDry }
      return withLines(source, () => applyToPackage(call, document, what))
    }
    const body = { document, conflicts: conflicts as (typeof api.KIT_CHOICES)[number] }
    const { data } = await withLines(source, () =>
      isDry
        ? callServer(call, api.diffKit, { ...queryOf(id), body: { document } })
        : callServer(call, api.applyKit, { ...queryOf(id), body }),
    )
    call.terminal.result(forScripts(data), () => showDiff(data, call.terminal.width))
    return undefined
  },
})

/** `leadwright kit schema`. */
export const kitSchemaCommand = defineCommand({
  name: 'kit schema',
  summary: 'Print the JSON Schema of kits, for editors',
  options: { installation: flag('Of documents that describe an installation') },
  notes: ['Write its path into the first line of a kit: # yaml-language-server: $schema=kit.schema.json'],
  examples: ['leadwright kit schema > kit.schema.json'],
  async run(call) {
    const schema = z.toJSONSchema(call.values.installation ? InstallationDocument : KitDocument, {
      io: 'input',
      unrepresentable: 'any',
    })
    call.terminal.result(schema, () => JSON.stringify(schema, null, 2))
    return undefined
  },
})
