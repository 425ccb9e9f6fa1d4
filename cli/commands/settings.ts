import { SETTING_NAMES, type Setting, settings } from '#contract/core/settings.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { parsed } from '../arguments/option-spec.ts'
import { oneOf } from '../arguments/value-parsers.ts'
import { callServer } from '../http/open-session.ts'
import { pageText } from '../terminal/text-table.ts'

const settingRow = ({ name, value, changed_by, changed_at, hint }: Setting) => [
  name,
  value ? 'on' : 'off',
  changed_at ? `${changed_by ?? 'someone'}, ${changed_at}` : '',
  hint,
]
const SETTING_COLUMNS = ['NAME', 'VALUE', 'CHANGED', 'MEANING']

/** `leadwright settings get`: all settings of the installation, or one. */
export const settingsGetCommand = defineCommand({
  name: 'settings get',
  summary: 'Settings of the installation, with their last editor',
  options: { name: parsed('new_runs', `Only one: ${SETTING_NAMES.join(', ')}`, oneOf(SETTING_NAMES)) },
  examples: ['leadwright settings get --name new_runs --json'],
  async run(call) {
    const { data } = await callServer(call, settings, {})
    const shown = data.filter(({ name }) => !call.values.name || name === call.values.name)
    const json = call.values.name ? shown[0] : { data: shown }
    call.terminal.result(json, () =>
      pageText({
        columns: SETTING_COLUMNS,
        rows: shown.map(settingRow),
        total: shown.length,
        maxWidth: call.terminal.width,
      }),
    )
  },
})
