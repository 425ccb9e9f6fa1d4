import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { AuditBreak, describeAuditBreak } from '#contract/core/audit-breaks.ts'
import { AuditHead } from '#contract/core/audit-head.ts'
import { counted } from '#contract/core/plural.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { flag, parsed, text } from '../arguments/option-spec.ts'
import { idArgument } from '../arguments/value-parsers.ts'
import { CliError } from '../cli-error.ts'
import { EXIT } from '../exit-codes.ts'
import { runOnInstallation } from '../local-program.ts'
import { groupedNumber } from '../terminal/progress-bar.ts'

const LogReport = z.object({
  accounts: z.number(),
  entries: z.number(),
  unproven: z.number(),
  checkpoints: z.number(),
  broken: z.nullable(AuditBreak),
  broken_accounts: z.number(),
})
type LogReport = z.infer<typeof LogReport>

function summary({ accounts, entries, unproven, checkpoints, broken, broken_accounts }: LogReport): string {
  if (broken)
    return [
      `The audit log is broken. ${describeAuditBreak(broken)}.`,
      `${counted(broken_accounts, 'account has', 'accounts have')} a broken chain.`,
    ].join('\n')
  const checked = [
    counted(entries, 'entry', 'entries'),
    counted(accounts, 'account', 'accounts'),
    counted(checkpoints, 'checkpoint', 'checkpoints'),
  ]
  const old = `${counted(unproven, 'entry is', 'entries are')} older than the signatures and unverified.`
  return [`The audit log is intact: ${checked.join(', ')}.`, ...(unproven > 0 ? [old] : [])].join('\n')
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * A head in one line, as `audit head --json` prints it; of several lines the last.
 * @throws CliError when the file contains none
 */
async function readHead(path: string): Promise<string> {
  try {
    const text = (await readFile(path, 'utf8')).trim()
    return JSON.stringify(AuditHead.parse(JSON.parse(isJson(text) ? text : (text.split('\n').at(-1) ?? ''))))
  } catch (error) {
    throw new CliError('usage', `${path} contains no head of an audit log: ${(error as Error).message}`)
  }
}

/** `leadwright audit head`: the head to keep elsewhere, so that a rollback of the log is noticed. */
export const auditHeadCommand = defineCommand({
  name: 'audit head',
  summary: 'Print the head of the audit log, to keep on another machine',
  options: { sign: flag('Sign it, so that others can verify its origin') },
  notes: [
    'Works on the local installation, like audit verify.',
    'Store the output of --json elsewhere, for example every night, and compare with audit verify --against FILE.',
  ],
  examples: ['leadwright audit head --json > head.json', 'leadwright audit head --sign --json'],
  async run({ values, terminal, env }) {
    const head = await runOnInstallation('audit', values.sign ? 'head-signed' : 'head', AuditHead, env)
    terminal.result(
      head,
      () => `Checkpoint ${head.n} of ${head.at}: ${groupedNumber(head.entries)} entries, root ${head.root}`,
    )
  },
})

/** `leadwright audit verify`: checks whether the audit log was changed. */
export const auditVerifyCommand = defineCommand({
  name: 'audit verify',
  summary: 'Check that nobody changed or removed entries of the audit log',
  options: {
    account: parsed('ID', 'Only the chain of this account', (typed) => idArgument(typed, '--account')),
    against: text(
      'FILE',
      'Compare with a stored head: a file printed by audit head, or the file of AUDIT_HEAD_TO',
    ),
  },
  notes: [
    'Works on the local installation, even while it runs: DATA_DIR, DATABASE_URL, SECRET_KEY, AUDIT_KEY and AUDIT_OLD_KEYS as for npm start.',
    'Exits with 1 and names the first broken entry if something is wrong.',
  ],
  examples: [
    'leadwright audit verify',
    'leadwright audit verify --account 12 --json',
    'leadwright audit verify --against head.json',
  ],
  async run({ values, terminal, env }) {
    const storedHead = values.against && (await readHead(resolve(env.workingFolder, values.against)))
    const report = await runOnInstallation(
      'audit',
      storedHead || String(values.account ?? 'all'),
      LogReport,
      env,
    )
    terminal.result(report, () => summary(report))
    return report.broken ? EXIT.failed.code : EXIT.done.code
  },
})
