import * as z from 'zod/mini'
import { EMAIL_STATE_WORDS } from '../email-states.ts'
import { defineRun } from './define.ts'

/** Where the addresses of an uploaded file stand. */
export const AddressFile = z.object({
  uploadId: z.string(),
  index: z.int(),
  /** The first line is no header but the first address already. */
  headerless: z.boolean(),
})
export type AddressFile = z.output<typeof AddressFile>

const lower = Object.fromEntries(
  Object.entries(EMAIL_STATE_WORDS).map(([state, word]) => [state, word.toLowerCase()]),
) as Record<keyof typeof EMAIL_STATE_WORDS, string>

/** Checks of addresses: of a list, a file or leads. Without a file its lines are there already. */
export const verifyRun = defineRun({
  kind: 'verify',
  input: z.object({ file: z.nullable(AddressFile) }),
  counts: { ...lower, unreadable: null },
  pieces: () => ['email', 'emails'],
  touches: ['email_verifications'],
  labels: { name: 'Verify emails', history: 'Emails checked' },
})
