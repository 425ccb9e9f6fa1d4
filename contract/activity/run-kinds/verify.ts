import * as z from 'zod/mini'
import { EMAIL_FILTER } from '../../core/constants.ts'
import { EMAIL_STATE_LABELS, type EmailState, STATES_OF_EMAIL_FILTER } from '../../leads/email-states.ts'
import { defineRun, type Outcome } from './define.ts'

/** Location of the addresses in an uploaded file. */
export const AddressFile = z.object({
  uploadId: z.string(),
  index: z.int(),
  /** The first line is an address, not a header. */
  headerless: z.boolean(),
})
export type AddressFile = z.output<typeof AddressFile>

const lower = Object.fromEntries(
  Object.entries(EMAIL_STATE_LABELS).map(([state, word]) => [state, word.toLowerCase()]),
) as Record<keyof typeof EMAIL_STATE_LABELS, string>

const outcomes = Object.fromEntries(
  (
    [
      [EMAIL_FILTER.found, 'found'],
      [EMAIL_FILTER.potentialsFound, 'potential'],
      [EMAIL_FILTER.notFound, 'failed'],
    ] as const
  ).flatMap(([filter, outcome]) =>
    (STATES_OF_EMAIL_FILTER[filter] ?? []).map((state): [EmailState, Outcome] => [state, outcome]),
  ),
) as Record<EmailState, Outcome>

/** Verifies addresses of a list, a file or leads. Without a file, its lines are stored already. */
export const verifyRun = defineRun({
  kind: 'verify',
  input: z.object({ file: z.nullable(AddressFile) }),
  counts: { ...lower, unreadable: null },
  outcomes,
  pieces: () => ['email', 'emails'],
  touches: ['email_verifications'],
  labels: { name: 'Verify emails', history: 'Emails verified' },
  ending: { events: { ended: ['enrichment.finished'] } },
})
