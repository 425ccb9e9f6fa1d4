import { AI_LIST_TYPES, PROMPT_TYPES } from '#contract/ai/ai-prompt-types.ts'
import { generations, platformPrompts, restorePlatformPrompt } from '#contract/ai/platform-prompts.ts'
import { MAX_PAGE_SIZE } from '#contract/core/constants.ts'
import { HISTORY_AREAS, histories } from '#contract/core/histories.ts'
import { SETTING_NAMES, type Setting, setSetting, settings } from '#contract/core/settings.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { parsed } from '../arguments/option-spec.ts'
import { oneOf, wholeNumber } from '../arguments/value-parsers.ts'
import { callServer, openClient } from '../http/open-session.ts'
import { readPages } from '../http/read-pages.ts'
import { pageText, right } from '../terminal/text-table.ts'

const onOff = (value: boolean): string => (value ? 'on' : 'off')
const limit = parsed('N', 'Maximum number (50 by default)', wholeNumber(1))

const settingRow = ({ name, value, changed_by, changed_at, hint }: Setting) => [
  name,
  onOff(value),
  changed_at ? `${changed_by ?? 'someone'}, ${changed_at}` : '',
  hint,
]
const SETTING_COLUMNS = ['NAME', 'VALUE', 'CHANGED', 'MEANING']

/** `leadwright settings`, `histories`, `prompts` and `generations`: administration of the installation. */
export const SETTING_COMMANDS = [
  defineCommand({
    name: 'settings get',
    summary: 'Settings of the installation, with their last editor',
    options: { name: parsed('new_runs', `Only one: ${SETTING_NAMES.join(', ')}`, oneOf(SETTING_NAMES)) },
    examples: ['leadwright settings get --name new_runs --json'],
    async run(call) {
      const { data } = await callServer(call, settings, {})
      const shown = data.filter(({ name }) => !call.values.name || name === call.values.name)
      const json = call.values.name ? shown[0] : { data: shown }
      call.terminal.result(json, () =>
        pageText(SETTING_COLUMNS, shown.map(settingRow), shown.length, call.terminal.width),
      )
    },
  }),
  defineCommand({
    name: 'settings set',
    summary: 'Turn a setting of the installation on or off, at once',
    positionals: ['NAME', 'on|off'],
    examples: ['leadwright settings set new_runs off'],
    async run(call) {
      const [typed, requested] = call.positionals as [string, string]
      const name = oneOf(SETTING_NAMES)(typed, 'NAME')
      const value = oneOf(['on', 'off'] as const)(requested, 'on|off') === 'on'
      const { data, message } = await callServer(call, setSetting, {
        params: { name },
        body: { value },
      })
      call.terminal.result(data, () => message)
    },
  }),
  defineCommand({
    name: 'histories list',
    summary: 'Changes of users, plans, prompts and settings in all accounts, newest first',
    options: {
      area: parsed('settings', `Only one: ${HISTORY_AREAS.join(', ')}`, oneOf(HISTORY_AREAS)),
      limit,
    },
    examples: ['leadwright histories list --area plans --json'],
    async run(call) {
      const { area, limit: maxRows = 50 } = call.values
      const client = await openClient(call)
      const found = await readPages(maxRows, MAX_PAGE_SIZE, (page, size) =>
        client.call(histories, { query: { page, limit: size, ...(area && { area }) } }),
      )
      const columns = ['AT', 'CHANGE', 'WHO', 'ACCOUNT', 'SUBJECT']
      const rows = found.data.map((change) => [
        change.at,
        change.label,
        change.user?.email ?? '',
        change.account,
        change.subject,
      ])
      call.terminal.result(found, () => pageText(columns, rows, found.total, call.terminal.width))
    },
  }),
  defineCommand({
    name: 'prompts list',
    summary: 'Default prompts of every account, with their versions',
    async run(call) {
      const { data } = await callServer(call, platformPrompts, {})
      const columns = ['TYPE', 'KIND', 'VERSION', 'INSTRUCTION']
      const rows = data.map((prompt) => [
        prompt.type,
        prompt.prompt_type,
        prompt.is_built_in ? 'built in' : prompt.version,
        prompt.text,
      ])
      call.terminal.result({ data }, () => pageText(columns, rows, data.length, call.terminal.width))
    },
  }),
  defineCommand({
    name: 'prompts restore',
    summary: 'Restore an earlier version of a default prompt; 0 is the built-in one',
    positionals: ['TYPE', 'KIND', 'VERSION'],
    examples: ['leadwright prompts restore local summary 0'],
    async run(call) {
      const [type, kind, version] = call.positionals as [string, string, string]
      const { data, message } = await callServer(call, restorePlatformPrompt, {
        params: {
          type: oneOf(AI_LIST_TYPES)(type, 'TYPE'),
          prompt_type: oneOf(PROMPT_TYPES)(kind, 'KIND'),
        },
        body: { version: wholeNumber(0)(version, 'VERSION') },
      })
      call.terminal.result(data, () => message)
    },
  }),
  defineCommand({
    name: 'generations list',
    summary: 'AI texts of all accounts with model, tokens, credits and the verdict of their quotes',
    options: { limit },
    async run(call) {
      const client = await openClient(call)
      const found = await readPages(call.values.limit ?? 50, MAX_PAGE_SIZE, (page, size) =>
        client.call(generations, { query: { page, limit: size } }),
      )
      const columns = [
        'AT',
        'ACCOUNT',
        'STATE',
        'MODEL',
        ...right('TOKENS', 'CREDITS', 'QUOTED', 'NOT VERIFIED', 'LEFT OUT'),
      ] as const
      const rows = found.data.map((text) => [
        text.created_at,
        text.account,
        text.state,
        text.model ?? text.provider,
        text.prompt_tokens + text.completion_tokens,
        text.credits,
        text.verdict.quoted,
        text.verdict.not_verified,
        text.verdict.dropped,
      ])
      call.terminal.result(found, () => pageText(columns, rows, found.total, call.terminal.width))
    },
  }),
]
