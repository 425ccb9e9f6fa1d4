import { defineEvent } from '#server/platform/signals.ts'

/** A submission counts: at once, or once its email is confirmed. `leadId` is null where it made no lead. */
export const submissionReceived = defineEvent<{
  accountId: number
  submissionId: number
  /** Null: not of a form. */
  formId: number | null
  leadId: number | null
}>()
