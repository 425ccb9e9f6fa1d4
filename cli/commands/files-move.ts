import * as z from 'zod/mini'
import { counted } from '#contract/core/plural.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { runOnInstallation } from '../local-program.ts'
import { byteSize } from '../terminal/progress-bar.ts'

const MovedFiles = z.object({ files: z.number(), bytes: z.number() })

/** `leadwright files move`: uploads and files for download to another place. */
export const filesMoveCommand = defineCommand({
  name: 'files move',
  summary: 'Move uploads and export files to the bucket of STORAGE, or back to the data folder',
  positionals: ['DIRECTION'],
  notes: [
    'DIRECTION is to-bucket or to-folder. Works on the local installation, with STORAGE and the variables of npm start. Stop every process first.',
    'An interrupted move loses nothing: run it again.',
  ],
  examples: ['leadwright files move to-bucket'],
  async run({ positionals, env, terminal }) {
    const report = await runOnInstallation('move-files', positionals[0]!, MovedFiles, env)
    terminal.result(report, () => `Moved ${counted(report.files, 'file')} (${byteSize(report.bytes)})`)
  },
})
