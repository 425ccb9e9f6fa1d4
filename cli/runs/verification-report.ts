import { MAX_PAGE_SIZE } from '#contract/core/constants.ts'
import { type EmailVerification, verifications } from '#contract/prospecting/email-verification.ts'
import type { ApiClient } from '../http/api-client.ts'
import { readPages } from '../http/read-pages.ts'
import { textTable } from '../terminal/text-table.ts'

/** A checked address in `verify --json`: without empty facts, and with the SMTP dialog on request. */
export type VerificationReport = Pick<
  EmailVerification,
  'email' | 'state' | 'reason' | 'reason_text' | 'flags'
> &
  Partial<EmailVerification>

export function makeReport(check: EmailVerification, evidence: boolean): VerificationReport {
  const { transcript, suggestion, mx, catch_all, next_try_at, bounced_at, checked_at, ...others } = check
  // Here the check was always requested.
  const { origin: _, ...rest } = others
  const optional = { suggestion, mx, catch_all, checked_at, next_try_at, bounced_at }
  const filled = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null))
  return { ...rest, ...filled, ...(evidence ? { transcript } : {}) }
}

/** Every check of a run, in the order of the addresses. */
export async function readVerifications(client: ApiClient, run_id: number): Promise<EmailVerification[]> {
  const { data } = await readPages(Number.POSITIVE_INFINITY, MAX_PAGE_SIZE, (paging) =>
    client.call(verifications, { query: { run_id, ...paging } }, { patient: true }),
  )
  return data
}

const COLUMNS = ['ADDRESS', 'STATE', 'REASON'] as const

const formatReason = ({ reason_text, suggestion }: VerificationReport): string =>
  suggestion ? `${reason_text}; did you mean ${suggestion}?` : reason_text

const formatTalk = ({ email, transcript = [] }: VerificationReport): string =>
  [
    `\n${email}`,
    ...transcript.map(({ dir, line, at_ms }) => `  ${String(at_ms).padStart(6)} ms ${dir} ${line}`),
  ].join('\n')

/** A table of checks, followed by the SMTP dialogs on request. */
export function verificationText(results: readonly VerificationReport[], width: number): string {
  if (results.length === 0) return 'None'
  const rows = results.map((result) => [result.email, result.state, formatReason(result)])
  const talks = results.filter(({ transcript }) => transcript && transcript.length > 0)
  return [textTable(COLUMNS, rows, width), ...talks.map(formatTalk)].join('\n')
}
