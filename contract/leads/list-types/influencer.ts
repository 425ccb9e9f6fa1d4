import * as z from 'zod/mini'
import '../../core/messages.ts'
import { AI_TEXT_FIELDS } from '../../ai/ai-prompt-types.ts'
import { sourceField, sourceFormItem } from '../../sources/source-kinds/index.ts'
import { COMMON_FIELDS, defineListType, loose, promoted } from './define.ts'

const bound = z.optional(z.number().check(z.minimum(0)))

/** A search for influencers by audience size. Only the sample source answers it so far. */
const InfluencerSearch = z.strictObject({
  source: sourceField('influencer'),
  keywords: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  followers_min: bound,
  followers_max: bound,
})

export const influencer = defineListType({
  id: 'influencer',
  number: 4,
  searchCode: 'influencer',
  name: 'Influencer',
  label: 'Influencer',
  chargeKind: 'influencer_record',
  fields: [
    promoted('name', 'Name', 'text', { crm: 'name', defaultColumn: true }),
    promoted('email', 'Email', 'email', { crm: 'email', defaultColumn: true }),
    loose('handle', 'Handle', 'text', { defaultColumn: true }),
    loose('platform', 'Platform', 'choice', { defaultColumn: true, facet: true }),
    loose('followers', 'Followers', 'number', { defaultColumn: true }),
    loose('engagement_rate', 'Engagement rate', 'number', { defaultColumn: true }),
    promoted('email_state', 'Email state', 'choice', { facet: true }),
    promoted('website', 'Website', 'url', { crm: 'website' }),
    promoted('country', 'Country', 'country', { crm: 'country', facet: true }),
    ...AI_TEXT_FIELDS,
    ...COMMON_FIELDS,
  ],
  searchForm: [
    { name: 'keywords', label: 'Keywords', kind: 'text' },
    { name: 'followers_min', label: 'Followers from', kind: 'number' },
    { name: 'followers_max', label: 'Followers to', kind: 'number' },
    sourceFormItem('influencer'),
  ],
  searchSchema: InfluencerSearch,
  manualEntrySchema: null,
  actions: [
    'email-found',
    'status',
    'more-filters',
    'search',
    'enrich',
    'custom-labels',
    'set-status',
    'clean-up',
    'find-twins',
    'notice',
    'move',
    'autopilot',
    'ai',
    'crm',
    'csv',
    'csv-options',
    'delete',
  ],
})
