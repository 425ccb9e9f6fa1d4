import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { counted } from '#contract/core/plural.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { flag } from '../arguments/option-spec.ts'
import { runOnInstallation } from '../local-program.ts'
import { byteSize, groupedNumber } from '../terminal/progress-bar.ts'

/** Result of a backup or a restore. */
const InstallationReport = z.object({
  file: z.string(),
  bytes: z.number(),
  tables: z.number(),
  rows: z.number(),
  files: z.number(),
  seconds: z.number(),
})
type InstallationReport = z.infer<typeof InstallationReport>

const contents = ({ tables, rows, files, bytes }: InstallationReport): string =>
  `${groupedNumber(rows)} rows of ${tables} tables and ${counted(files, 'file')} (${byteSize(bytes)})`

/** `leadwright backup`: the whole installation in one file. */
export const backupCommand = defineCommand({
  name: 'backup',
  summary: 'Back up the whole installation to one file, even while it runs',
  positionals: ['FILE'],
  notes: [
    'Works on the local installation: DATA_DIR and DATABASE_URL as for npm start.',
    'The file holds every secret of the installation: BACKUP_PASSPHRASE encrypts it. It appears under its name only when it is complete.',
  ],
  examples: ['leadwright backup /backups/leadwright.tar.gz'],
  async run({ positionals, env, terminal }) {
    const report = await runOnInstallation(
      'backup',
      resolve(env.workingFolder, positionals[0]!),
      InstallationReport,
      env,
    )
    terminal.result(report, () => `Saved ${contents(report)} to ${report.file}`)
  },
})

/** `leadwright backup verify`: whether a backup can be read, or restored. */
export const backupVerifyCommand = defineCommand({
  name: 'backup verify',
  summary: 'Read a backup to its end and compare its checksums, or restore it for practice',
  positionals: ['FILE'],
  options: { restore: flag('Restore it into a database of its own, which is removed afterwards') },
  notes: [
    'FILE is a file, the name of a backup in BACKUP_DIR, or `newest`. Works on the local installation, also while it runs.',
  ],
  examples: ['leadwright backup verify newest --restore'],
  async run({ positionals, values, env, terminal }) {
    const file = resolve(env.workingFolder, positionals[0]!)
    const flags = values.restore ? ['restore'] : []
    const report = await runOnInstallation('verify-backup', file, InstallationReport, env, flags)
    const done = values.restore ? 'Restored for practice' : 'All checksums are right'
    terminal.result(report, () => `${done}: ${contents(report)} of ${report.file}`)
  },
})

/** `leadwright restore`: a backup into an empty installation. */
export const restoreCommand = defineCommand({
  name: 'restore',
  summary: 'Restore a backup into an empty installation that isn’t running',
  positionals: ['FILE'],
  notes: [
    'DATA_DIR and DATABASE_URL as for npm start, and BACKUP_PASSPHRASE for an encrypted file. The whole file is checked before anything is written.',
    'FILE may also be the name of a backup in BACKUP_DIR, or `newest`.',
    'Sign-ins stay the same. The restored server sends nothing and lets only administrators in until its work is started: on its page Backups, or with leadwright resume.',
  ],
  examples: ['DATA_DIR=.restored leadwright restore /backups/leadwright.tar.gz'],
  async run({ positionals, env, terminal }) {
    const report = await runOnInstallation(
      'restore',
      resolve(env.workingFolder, positionals[0]!),
      InstallationReport,
      env,
    )
    terminal.result(report, () => `Restored ${contents(report)} from ${report.file}`)
  },
})
