import { ACCOUNT_LINES } from './access-lines-account.ts'
import { ADMIN_LINES } from './access-lines-admin.ts'
import { AI_LINES } from './access-lines-ai.ts'
import { AI_TRAINING_LINES } from './access-lines-ai-training.ts'
import { AUTOPILOT_LINES } from './access-lines-autopilot.ts'
import { CRM_LINES } from './access-lines-crm.ts'
import { EMAIL_LINES, PRIVACY_LINES } from './access-lines-email.ts'
import { LEAD_EDIT_LINES } from './access-lines-lead-edits.ts'
import { LEAD_IMPORT_LINES } from './access-lines-lead-imports.ts'
import { OPERATIONS_LINES } from './access-lines-operations.ts'
import { PAYMENT_LINES } from './access-lines-payments.ts'
import { PEOPLE_LINES } from './access-lines-people.ts'
import { SUBSCRIPTION_LINES } from './access-lines-subscriptions.ts'
import { TRAINING_CONTENT_LINES } from './access-lines-training-content.ts'
import { WATERFALL_LINES } from './access-lines-waterfalls.ts'
import { WEBHOOK_LINES } from './access-lines-webhooks.ts'
import { WORK_LINES } from './access-lines-work.ts'
import type { Line } from './access-rules.ts'

/** Every endpoint with its rule and a call that succeeds for the owner. The test fails for a missing endpoint. */
export const ACCESS: Record<string, Line> = {
  ...WORK_LINES,
  ...ADMIN_LINES,
  ...LEAD_EDIT_LINES,
  ...LEAD_IMPORT_LINES,
  ...EMAIL_LINES,
  ...WATERFALL_LINES,
  ...AI_LINES,
  ...AUTOPILOT_LINES,
  ...PRIVACY_LINES,
  ...OPERATIONS_LINES,
  ...PEOPLE_LINES,
  ...SUBSCRIPTION_LINES,
  ...PAYMENT_LINES,
  ...WEBHOOK_LINES,
  ...CRM_LINES,
  ...ACCOUNT_LINES,
  ...AI_TRAINING_LINES,
  ...TRAINING_CONTENT_LINES,
}
