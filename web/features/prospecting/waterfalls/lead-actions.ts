import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhoneCall.mjs'
import IconFilter from '@tabler/icons-react/dist/esm/icons/IconStackPush.mjs'
import IconUserStar from '@tabler/icons-react/dist/esm/icons/IconUserStar.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsersPlus.mjs'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { SIMILAR_CHARGES, type SimilarType } from '#contract/prospecting/find-similar.ts'
import { creditPrice } from '#web/lib/credit-prices.ts'
import { formatCredits } from '#web/lib/format.ts'
import type { LeadAction } from '#web/lib/lead-actions.ts'
import { loadLater } from '../../../ui/load-later.tsx'

const dialogs = () => import('./waterfall-dialog.tsx')
const ENRICH = { group: 'Enrich', places: ['bar', 'menu'] } as const

export const LOOKUPS: readonly LeadAction[] = [
  {
    ...ENRICH,
    name: 'get-phones',
    label: 'Get phones',
    icon: IconPhone,
    one: { label: 'Get phone', appliesTo: ({ values, is_sample }) => !values.phone && !is_sample },
    price: () => `${formatCredits(creditPrice('people_phone'))} each`,
    Dialog: loadLater(async () => (await dialogs()).GetPhonesDialog),
  },
  {
    ...ENRICH,
    name: 'enrich',
    label: 'Enrich',
    icon: IconUserStar,
    one: { label: 'Enrich', appliesTo: ({ values }) => Boolean(values.platform && values.handle) },
    price: () => `${formatCredits(creditPrice('influencer_enrich'))} each`,
    Dialog: loadLater(async () => (await dialogs()).EnrichInfluencersDialog),
  },
  {
    ...ENRICH,
    name: 'waterfall',
    label: 'Waterfall',
    icon: IconFilter,
    one: { label: 'Look up', appliesTo: ({ is_sample }) => !is_sample },
    price: () => 'By source',
    Dialog: loadLater(async () => (await dialogs()).WaterfallDialog),
  },
  {
    ...ENRICH,
    name: 'find-similar',
    label: 'Find similar',
    icon: IconUsers,
    places: ['bar'],
    one: {
      label: 'Find similar',
      appliesTo: ({ type, values }) => Boolean(values[LIST_TYPES[type as ListTypeId].similarBy ?? '']),
    },
    price: (type) => `${formatCredits(creditPrice(SIMILAR_CHARGES[type as SimilarType]))} each`,
    Dialog: loadLater(async () => (await import('./similar-dialog.tsx')).SimilarDialog),
  },
]
