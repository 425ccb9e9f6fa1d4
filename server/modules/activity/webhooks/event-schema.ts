import * as z from 'zod/mini'
import { EVENT_DATA, WEBHOOK_EVENTS, type WebhookEventType } from '#contract/activity/webhook-events.ts'
import { Timestamp } from '#contract/core/common.ts'

/** The schema of an event's body. */
export const makeEventSchema = (type: WebhookEventType) =>
  z.object({
    type: z.literal(type),
    timestamp: Timestamp,
    data: EVENT_DATA[WEBHOOK_EVENTS[type].shape],
    test: z.optional(z.literal(true)).check(z.describe('A test, with the data of the example')),
  })
