import { type Check, DoctorReport } from '#contract/core/doctor.ts'
import { counted } from '#contract/core/plural.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { EXIT } from '../exit-codes.ts'
import { runOnInstallation } from '../local-program.ts'

const MARKS = { ok: 'ok       ', warning: 'warning  ', problem: 'PROBLEM  ' }

const formatCheck = ({ name, status, message, remedy }: Check): string =>
  `${MARKS[status]}${name}: ${message}${remedy ? `\n         ${remedy}` : ''}`

function summary({ checks }: DoctorReport): string {
  const count = (state: Check['status']) => checks.filter(({ status }) => status === state).length
  const [problems, warnings] = [count('problem'), count('warning')]
  const last =
    problems + warnings === 0
      ? 'No problems found.'
      : `${counted(problems, 'problem')}, ${counted(warnings, 'warning')}.`
  return [...checks.map(formatCheck), '', last].join('\n')
}

/** `leadwright doctor`: checks the local installation and suggests how to solve problems. */
export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'Check configuration, database, disk, mail, DNS, clock and versions of this machine',
  notes: [
    'Works on the local installation, even while it runs: the same variables as for npm start.',
    'Exits with 1 if there is a problem. Warnings alone exit with 0.',
  ],
  examples: ['leadwright doctor', 'leadwright doctor --json'],
  async run({ terminal, env }) {
    const report = await runOnInstallation('doctor', '', DoctorReport, env)
    terminal.result(report, () => summary(report))
    return report.ok ? EXIT.done.code : EXIT.failed.code
  },
})
