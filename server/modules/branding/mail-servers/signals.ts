import { defineQuestion } from '#server/platform/signals.ts'
import type { TestContent } from './test-server.ts'

/** Since when an account's mails are paused because of bounces; null when they are sent. */
export const mailPause = defineQuestion<{ accountId: number }, Date | null>('mailPause')

/** The content of a site's test mail; null is the platform's own brand. */
export const testMailContent = defineQuestion<{ siteId: number | null }, TestContent>('testMailContent')
