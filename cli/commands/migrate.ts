import * as z from 'zod/mini'
import { counted } from '#contract/core/plural.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { runOnInstallation } from '../local-program.ts'

const MigrateReport = z.object({ migrations: z.array(z.string()), seconds: z.number() })

/** `leadwright migrate`: the database of a new version, before it is started. */
export const migrateCommand = defineCommand({
  name: 'migrate',
  summary: 'Bring the database to the schema of this version while the version before it runs',
  notes: [
    'Works on the local installation: DATA_DIR and DATABASE_URL as for npm start. Make a backup first.',
    'The version before goes on working, but can’t be started again afterwards.',
  ],
  examples: ['leadwright migrate'],
  async run({ env, terminal }) {
    const report = await runOnInstallation('migrate', 'all', MigrateReport, env)
    const { migrations, seconds } = report
    terminal.result(report, () =>
      migrations.length === 0
        ? 'The database already has the schema of this version'
        : `Ran ${counted(migrations.length, 'migration')} in ${seconds} s`,
    )
  },
})
