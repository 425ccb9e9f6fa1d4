import { defineCommand } from '../arguments/command-spec.ts'
import { VERSION } from '../http/user-agent.ts'

/** `leadwright version`, also `leadwright --version`. */
export const versionCommand = defineCommand({
  name: 'version',
  summary: 'Version of this command',
  async run({ terminal }) {
    terminal.result({ version: VERSION }, () => VERSION)
  },
})
