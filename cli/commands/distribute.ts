import * as z from 'zod/mini'
import { defineCommand } from '../arguments/command-spec.ts'
import { runOnInstallation } from '../local-program.ts'

/** Tables by distribution. */
const DistributeReport = z.object({ distributed: z.number(), reference: z.number(), local: z.number() })

/** `leadwright distribute`: distributes a database over several servers. */
export const distributeCommand = defineCommand({
  name: 'distribute',
  summary: 'Distribute the database over the servers of a Citus cluster, by account',
  notes: [
    'DATABASE_URL is the coordinator, with the extension citus and at least one server added. Stop every process first.',
    'Can be repeated at any time, also after an interruption. Later migrations distribute new tables themselves.',
  ],
  examples: ['DATABASE_URL=postgres://leadwright@db.example.com/leadwright leadwright distribute'],
  async run({ terminal, env }) {
    const report = await runOnInstallation('distribute', 'all', DistributeReport, env)
    const { distributed, reference, local } = report
    terminal.result(
      report,
      () =>
        `${distributed} tables are distributed by account, ${reference} are on every server, ${local} stay on the coordinator`,
    )
  },
})
