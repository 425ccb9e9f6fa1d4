import type * as site from '#contract/branding/site.ts'
import { withoutSchemas } from '#web/lib/endpoints.ts'

/** A sign-in reads the steps before any page, so the schemas stay out of its files. */
export const showSetupSteps = withoutSchemas<typeof site.setupSteps>({
  name: 'sites.setup',
  method: 'GET',
  path: '/api/wl/setup',
  reads: ['brand', 'domains', 'mails'],
})
