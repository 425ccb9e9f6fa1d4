import * as api from '#contract/prospecting/forms.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { usageError } from '../cli-error.ts'
import { readInputText } from '../files/input-text.ts'
import { callServer } from '../http/open-session.ts'

function readForm(
  text: string,
  file: string,
): Parameters<typeof callServer<typeof api.createForm>>[2]['body'] {
  try {
    return JSON.parse(text)
  } catch {
    throw usageError(
      `"${file}" doesn’t hold a form`,
      'Write it as JSON: {"name": "Contact us", "list_id": 12, "fields": [{"field": "email", "label": "Email", "required": true}]}',
    )
  }
}

/** `leadwright forms create`. */
export const formsCreateCommand = defineCommand({
  name: 'forms create',
  summary: 'Create a form for a website from a JSON file',
  positionals: ['FILE'],
  options: {},
  notes: ['FILE has the body of `POST /api/forms`; - reads standard input.'],
  examples: ['leadwright forms create contact.json --json'],
  async run(call) {
    const [file = '-'] = call.positionals
    const body = readForm(await readInputText(call.env.workingFolder, file, call.terminal.input), file)
    const { data } = await callServer(call, api.createForm, { body })
    call.terminal.result(data, () => `Form ${data.id}\nPage   ${data.address}\nEmbed  ${data.embed}`)
  },
})
