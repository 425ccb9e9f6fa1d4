import IconMailCheck from '@tabler/icons-react/dist/esm/icons/IconMailCheck.mjs'
import IconMailSearch from '@tabler/icons-react/dist/esm/icons/IconMailSearch.mjs'
import IconUserSearch from '@tabler/icons-react/dist/esm/icons/IconUserSearch.mjs'
import IconWorldSearch from '@tabler/icons-react/dist/esm/icons/IconWorldSearch.mjs'
import { creditPrice } from '#web/lib/credit-prices.ts'
import { formatCredits } from '#web/lib/format.ts'
import type { LeadAction } from '#web/lib/lead-actions.ts'
import { loadLater } from '../../../ui/load-later.tsx'
import { couldHaveEmail, emailCell, wasSearched } from './email-cell.ts'

const dialogs = () => import('./enrich-dialog.tsx')
const ENRICH = { group: 'Enrich', places: ['bar', 'menu'] } as const

export const ENRICHMENTS: readonly LeadAction[] = [
  {
    group: ENRICH.group,
    places: ['bar', 'head'],
    isNextStep: true,
    cell: emailCell,
    name: 'find-emails',
    label: 'Find emails',
    key: 'e',
    icon: IconMailSearch,
    one: {
      label: (lead) => (wasSearched(lead) ? 'Find email again' : 'Find email'),
      appliesTo: couldHaveEmail,
    },
    price: () => `${formatCredits(creditPrice('domain_email'))} each`,
    Dialog: loadLater(async () => (await dialogs()).FindEmailsDialog),
  },
  {
    ...ENRICH,
    name: 'get-employees',
    label: 'Get employees',
    icon: IconUserSearch,
    price: () => 'People are free',
    Dialog: loadLater(async () => (await dialogs()).GetEmployeesDialog),
  },
  {
    ...ENRICH,
    name: 'check-websites',
    label: 'Check websites',
    icon: IconWorldSearch,
    price: () => {
      const each = creditPrice('website_check')
      return each === 0 ? 'Free' : `${formatCredits(each)} per website`
    },
    Dialog: loadLater(async () => (await dialogs()).CheckWebsitesDialog),
  },
  {
    ...ENRICH,
    name: 'verify',
    label: 'Verify emails',
    icon: IconMailCheck,
    one: { label: 'Verify email', appliesTo: ({ values, is_sample }) => Boolean(values.email) && !is_sample },
    price: () => 'Free',
    Dialog: loadLater(async () => (await dialogs()).VerifyDialog),
  },
]
