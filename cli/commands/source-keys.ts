import * as api from '#contract/sources/lead-sources.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { flag, parsed, repeated, required, text } from '../arguments/option-spec.ts'
import { wholeNumber } from '../arguments/value-parsers.ts'
import { usageError } from '../cli-error.ts'
import { readInputText } from '../files/input-text.ts'
import { callServer, openClient } from '../http/open-session.ts'
import { right, textTable } from '../terminal/text-table.ts'

const COLUMNS = ['ID', 'SOURCE', 'STATE', 'KEY', 'LEADS', ...right('CREDITS')] as const

const STATES: Record<api.SourceState, string> = {
  ready: 'ready',
  needs_key: 'needs a key',
  parked: 'paused',
  off: 'turned off',
}
const LEVELS: Record<api.KeyLevel, string> = {
  account: 'own',
  reseller: 'included',
  platform: 'included',
  none: '',
}

/** Whose key is used, with the end of the account's own. */
const keyLabel = ({ key_level, own_key }: api.LeadSourceEntry): string =>
  own_key?.hint ? `${LEVELS[key_level]} …${own_key.hint}` : LEVELS[key_level]

const row = (source: api.LeadSourceEntry) => [
  source.id,
  source.label,
  STATES[source.state],
  keyLabel(source),
  source.answers.map(({ list_type }) => list_type).join(', '),
  source.prices.length === 0 ? '0' : String(Math.min(...source.prices.map(({ credits }) => credits))),
]

/** `leadwright sources list`: lists every source and whether it can be used. */
export const sourcesListCommand = defineCommand({
  name: 'sources list',
  summary: 'Lead sources with their state, key and price',
  async run(call) {
    const { data } = await callServer(call, api.leadSources, {})
    call.terminal.result({ data }, () => {
      const table = textTable(COLUMNS, data.map(row), call.terminal.width)
      const reasons = data.flatMap(({ state, reason }) => (state === 'parked' && reason ? [reason] : []))
      return [table, ...reasons].join('\n')
    })
  },
})

/** Parses `NAME=VALUE` for the other fields of a source's form. */
const readFields = (texts: string[], option: string): [string, string][] =>
  texts.map((part) => {
    const at = part.indexOf('=')
    if (at < 1) throw usageError(`--${option} takes NAME=VALUE`)
    return [part.slice(0, at), part.slice(at + 1)]
  })

/** `leadwright sources connect`: stores a key for a source. */
export const sourcesConnectCommand = defineCommand({
  name: 'sources connect',
  summary: 'Save your key for a lead source after testing it with the vendor',
  positionals: ['ID'],
  options: {
    key: required(text('KEY', 'The key; - reads it from standard input')),
    field: repeated('NAME=VALUE', 'Another field of the source; may be repeated', readFields),
    'daily-limit': parsed('N', 'Daily request limit', wholeNumber(1)),
    untested: flag('Save it even if the vendor can’t be reached'),
  },
  notes: [
    'With `--key -` the key doesn’t appear in your shell history or process list.',
    'The key replaces the previous one. Accounts below use it unless they have their own.',
  ],
  examples: ['leadwright sources connect hunter --key - < hunter.key'],
  async run(call) {
    const { values, positionals, env, terminal } = call
    const [id = ''] = positionals
    const client = await openClient(call)
    const { data: all } = await client.call(api.leadSources, {})
    const source = all.find((candidate) => candidate.id === id)
    if (!source) throw usageError(`No source "${id}". See leadwright sources list`)
    const secret = source.form.find(({ kind }) => kind === 'secret')
    if (!secret) throw usageError(`${source.label} doesn’t use a key`)
    const key =
      values.key === '-' ? (await readInputText(env.workingFolder, '-', terminal.input)).trim() : values.key
    const reply = await client.call(api.saveSourceKey, {
      params: { id },
      body: {
        values: { ...Object.fromEntries(values.field ?? []), [secret.name]: key },
        ...(values['daily-limit'] === undefined ? {} : { daily_limit: values['daily-limit'] }),
        save_untested: values.untested,
      },
    })
    terminal.result({ data: reply.data }, () => reply.message)
  },
})
