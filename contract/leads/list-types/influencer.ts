import * as z from 'zod/mini'
import '../../core/messages.ts'
import { AI_TEXT_FIELDS } from '../../ai/ai-prompt-types.ts'
import { sourceField, sourceFormItem } from '../../sources/source-kinds/index.ts'
import { EMAIL_SEARCH_FIELDS } from '../email-search.ts'
import {
  GROWTH_NAMES,
  GROWTH_RATES,
  INFLUENCER_FILTERS,
  PLATFORM_LABELS,
  PLATFORMS,
  RANGE_NAMES,
  RANGES,
  rangesInOrder,
} from '../influencer-filters.ts'
import { COMMON_FIELDS, defineListType, loose, promoted, type SearchFormItem } from './define.ts'

/** A search for influencers by audience, activity and growth. */
export const InfluencerSearch = z
  .strictObject({
    source: sourceField('influencer'),
    keywords: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    ...INFLUENCER_FILTERS,
  })
  .check(rangesInOrder)

const rangeItems: SearchFormItem[] = RANGE_NAMES.flatMap((name) =>
  (['min', 'max'] as const).map((end) => ({
    name: `${name}_${end}`,
    label: `${RANGES[name].label} ${end === 'min' ? 'from' : 'to'}`,
    kind: 'number' as const,
    isHalf: true as const,
    ...(name === 'followers' ? {} : { isExtra: true as const }),
  })),
)

export const influencer = defineListType({
  id: 'influencer',
  number: 4,
  searchCode: 'influencer',
  name: 'Influencer',
  label: 'Influencer',
  subject: 'creator',
  searchUnit: 'lead',
  similarBy: 'handle',
  chargeKind: 'influencer_record',
  fields: [
    promoted('name', 'Name', 'text', { crm: 'name', defaultColumn: true }),
    promoted('email', 'Email', 'email', { crm: 'email', defaultColumn: true }),
    loose('handle', 'Handle', 'text', { defaultColumn: true }),
    loose('platform', 'Platform', 'choice', { defaultColumn: true, facet: true, searchedBy: 'platform' }),
    loose('profile_url', 'Profile', 'url'),
    ...RANGE_NAMES.map((name) =>
      loose(
        RANGES[name].field,
        RANGES[name].label,
        'number',
        name === 'followers' ? { defaultColumn: true } : {},
      ),
    ),
    loose('engagement_rate', 'Engagement rate', 'rate', { defaultColumn: true }),
    loose('last_post_at', 'Last post', 'date'),
    ...GROWTH_NAMES.map((name) => loose(GROWTH_RATES[name].field, GROWTH_RATES[name].label, 'rate')),
    loose('audience_credibility', 'Audience credibility', 'rate'),
    promoted('email_state', 'Email state', 'choice', { facet: true }),
    loose('email_kind', 'Email type', 'choice', { facet: true }),
    ...EMAIL_SEARCH_FIELDS,
    promoted('website', 'Website', 'url', { crm: 'website' }),
    promoted('country', 'Country', 'country', { crm: 'country', facet: true }),
    ...AI_TEXT_FIELDS,
    ...COMMON_FIELDS,
  ],
  searchForm: [
    { name: 'keywords', label: 'Keywords', kind: 'text' },
    {
      name: 'platform',
      label: 'Platform',
      kind: 'choices',
      options: PLATFORMS.map((value) => ({ value, label: PLATFORM_LABELS[value] })),
    },
    ...rangeItems.filter(({ isExtra }) => !isExtra),
    { name: 'engagementRate', label: 'Engagement rate from', kind: 'rate', isHalf: true },
    {
      name: 'lastposted',
      label: 'Posted in the last … days',
      kind: 'number',
      isHalf: true,
      placeholder: '30 or more',
    },
    ...rangeItems.filter(({ isExtra }) => isExtra),
    ...GROWTH_NAMES.map((name) => ({
      name,
      label: GROWTH_RATES[name].label,
      kind: 'growth' as const,
      isExtra: true as const,
    })),
    { name: 'audience', label: 'Audience credibility from', kind: 'credibility', isExtra: true },
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
    'find-emails',
    'find-similar',
    'verify',
    'custom-labels',
    'set-status',
    'edit-field',
    'clean-up',
    'find-duplicates',
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
