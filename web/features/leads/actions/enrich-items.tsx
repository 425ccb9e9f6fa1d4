import { Button, Menu } from '@mantine/core'
import IconChevronUp from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs'
import IconMailCheck from '@tabler/icons-react/dist/esm/icons/IconMailCheck.mjs'
import IconMailSearch from '@tabler/icons-react/dist/esm/icons/IconMailSearch.mjs'
import IconUserSearch from '@tabler/icons-react/dist/esm/icons/IconUserSearch.mjs'
import { CREDIT_COSTS } from '#contract/constants.ts'
import type { EnrichAction } from '#contract/enrichment.ts'
import { formatCredits } from '#web/lib/format.ts'
import classes from './bulk-bar.module.css'

const LOOKS: Record<EnrichAction, { label: string; price: string; icon: typeof IconMailCheck }> = {
  'find-emails': {
    label: 'Find e-mails',
    price: `${formatCredits(CREDIT_COSTS.domain_email)} an address`,
    icon: IconMailSearch,
  },
  'get-employees': { label: 'Get employees', price: 'People are free', icon: IconUserSearch },
  verify: { label: 'Verify e-mails', price: 'Free', icon: IconMailCheck },
}

interface EnrichItemsProps {
  actions: readonly EnrichAction[]
  onPick: (action: EnrichAction) => void
}

/** Enrichments as lines of a menu, each with its price. */
export function EnrichItems({ actions, onPick }: EnrichItemsProps) {
  return actions.map((action) => {
    const { label, price, icon: Icon } = LOOKS[action]
    return (
      <Menu.Item
        key={action}
        leftSection={<Icon size={14} stroke={1.75} aria-hidden />}
        rightSection={<span className={classes.price}>{price}</span>}
        onClick={() => onPick(action)}
      >
        {label}
      </Menu.Item>
    )
  })
}

/** One button of the bulk bar for every enrichment: as it is when there is one, else a menu. */
export function EnrichButton({ actions, onPick }: EnrichItemsProps) {
  const [only, ...others] = actions
  if (!only) return null
  if (others.length === 0) {
    const { label, icon: Icon } = LOOKS[only]
    return (
      <Button
        variant="default"
        leftSection={<Icon size={14} stroke={1.75} aria-hidden />}
        onClick={() => onPick(only)}
      >
        {label}
      </Button>
    )
  }
  return (
    <Menu position="top-start" width={270}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronUp size={14} aria-hidden />}>
          Enrich
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <EnrichItems actions={actions} onPick={onPick} />
      </Menu.Dropdown>
    </Menu>
  )
}
