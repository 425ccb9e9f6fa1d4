import type * as me from '#contract/identity/me.ts'
import { withoutSchemas } from '#web/lib/endpoints.ts'

/** The frame shows the checklist, so its schema stays out of the first files. */
export const dismissChecklist = withoutSchemas<typeof me.dismissChecklist>({
  name: 'checklist.dismiss',
  method: 'POST',
  path: '/api/checklist/dismiss',
  idempotent: true,
  changes: ['checklist'],
})
