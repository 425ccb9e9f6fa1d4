import type * as me from '#contract/identity/me.ts'
import { withoutSchemas } from '#web/lib/endpoints.ts'

/** The shell loads the onboarding steps before any page, so the schemas stay out of its files. */
export const showChecklist = withoutSchemas<typeof me.checklist>({
  name: 'checklist.show',
  method: 'GET',
  path: '/api/checklist',
  reads: ['checklist'],
})

export const dismissChecklist = withoutSchemas<typeof me.dismissChecklist>({
  name: 'checklist.dismiss',
  method: 'POST',
  path: '/api/checklist/dismiss',
  idempotent: true,
  changes: ['checklist'],
})
