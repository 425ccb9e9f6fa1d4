import * as z from 'zod/mini'
import * as api from '#contract/prospecting/audits.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { text } from '../arguments/option-spec.ts'
import { usageError } from '../cli-error.ts'
import { readInputText } from '../files/input-text.ts'
import { callServer } from '../http/open-session.ts'

const SettingsFile = z.record(z.string(), z.unknown())
/** What a file may hold beside settings, so that the command takes what it prints. */
const SHOWN = ['url', 'embed_code', 'problem', 'used', 'limit', 'resets_at']

function readSettings(content: string, file: string): Record<string, unknown> {
  try {
    const found = SettingsFile.parse(JSON.parse(content))
    return Object.fromEntries(Object.entries(found).filter(([name]) => !SHOWN.includes(name)))
  } catch {
    throw usageError(
      `"${file}" doesn’t hold settings`,
      'Write them as `leadwright audits settings --json` prints them: {"is_on": true, "list_id": 12}',
    )
  }
}

/** `leadwright audits settings`: shows the audit page, or changes it. */
export const auditsSettingsCommand = defineCommand({
  name: 'audits settings',
  summary: 'Settings of the audit page, or change them',
  options: { file: text('F', 'JSON file with the settings to change; - reads standard input') },
  notes: ['Settings that the file doesn’t name keep their value.'],
  examples: [
    'leadwright audits settings --json > audit-page.json',
    'leadwright audits settings --file audit-page.json --json',
  ],
  async run(call) {
    const { file } = call.values
    const { data } =
      file === undefined
        ? await callServer(call, api.auditPage, {})
        : await callServer(call, api.saveAuditPage, {
            body: readSettings(
              await readInputText(call.env.workingFolder, file, call.terminal.input),
              file,
            ) as never,
          })
    call.terminal.result(data, () =>
      [
        `${data.is_on ? 'On' : 'Off'}: ${data.url}`,
        ...(data.problem ? [data.problem] : []),
        `${data.used} of ${data.limit ?? 'any number of'} websites this month`,
        data.embed_code,
      ].join('\n'),
    )
  },
})
