import { MAX_PAGE_SIZE } from '#contract/core/constants.ts'
import { type EmailVerification, verifications } from '#contract/prospecting/email-verification.ts'
import type { ApiClient } from '../http/api-client.ts'
import { readPages } from '../http/read-pages.ts'
import { textTable } from '../terminal/text-table.ts'

/** One checked address as `verify --json` prints it: empty facts are left out, the talk is there when asked for. */
export type VerificationReport = Pick<
  EmailVerification,
  'email' | 'state' | 'reason' | 'reason_text' | 'flags'
> &
  Partial<EmailVerification>

/** The report of one check. */
export function reportOf(check: EmailVerification, evidence: boolean): VerificationReport {
  const { transcript, suggestion, mx, catch_all, next_try_at, bounced_at, checked_at, ...others } = check
  // Whoever uses the command has asked for the check.
  const { origin: _, ...rest } = others
  const optional = { suggestion, mx, catch_all, checked_at, next_try_at, bounced_at }
  const known = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null))
  return { ...rest, ...known, ...(evidence ? { transcript } : {}) }
}

/** Every check of a run, in the order in which the addresses were given. */
export async function readVerifications(client: ApiClient, run_id: number): Promise<EmailVerification[]> {
  const { data } = await readPages(Number.POSITIVE_INFINITY, MAX_PAGE_SIZE, (page, limit) =>
    client.call(verifications, { query: { run_id, page, limit } }, { patient: true }),
  )
  return data
}

const COLUMNS = ['ADDRESS', 'STATE', 'REASON'] as const

const reasonOf = ({ reason_text, suggestion }: VerificationReport): string =>
  suggestion ? `${reason_text}; did you mean ${suggestion}?` : reason_text

const talkOf = ({ email, transcript = [] }: VerificationReport): string =>
  [
    `\n${email}`,
    ...transcript.map(({ dir, line, at_ms }) => `  ${String(at_ms).padStart(6)} ms ${dir} ${line}`),
  ].join('\n')

/** A table of checks, with the talks below it when they were asked for. */
export function verificationText(results: readonly VerificationReport[], room: number): string {
  if (results.length === 0) return 'None'
  const rows = results.map((result) => [result.email, result.state, reasonOf(result)])
  const talks = results.filter(({ transcript }) => transcript && transcript.length > 0)
  return [textTable(COLUMNS, rows, room), ...talks.map(talkOf)].join('\n')
}
