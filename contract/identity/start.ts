import * as z from 'zod/mini'
import { userLimits } from '../accounts/wallet.ts'
import { unreadNotifications } from '../activity/notifications.ts'
import { runs } from '../activity/runs.ts'
import { aiTexts } from '../ai/ai-text.ts'
import { defineArea } from '../core/define-area.ts'
import { listTypes } from '../core/system.ts'
import { checklist, me } from './me.ts'

const api = defineArea({ tag: 'Account', access: {} })

export const start = api.get('/api/start', {
  name: 'me.start',
  whileClosed: true,
  reads: ['me'],
  summary: 'What every page of the application shows first',
  description:
    'Replies of other calls, each as that call gives it, so that a page waits for one request instead of seven; null where the person may not make that call, or it failed. `runs` are the newest 30; `to_review` has the number of texts that wait for review as its `total`.',
  reply: z.object({
    data: z.object({
      me: me.reply,
      list_types: z.nullable(listTypes.reply),
      checklist: z.nullable(checklist.reply),
      limits: z.nullable(userLimits.reply),
      runs: z.nullable(runs.reply),
      unread: z.nullable(unreadNotifications.reply),
      to_review: z.nullable(aiTexts.reply),
    }),
  }),
})
