import { Button, Group, Text } from '@mantine/core'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { readWhySort } from '#contract/leads/services.ts'
import { SIGNAL_IDS } from '#contract/leads/signals.ts'
import type { LeadAction } from '#web/lib/lead-actions.ts'
import { Pending } from '#web/ui/pending.tsx'
import { neededService, setNeeds } from '../lead-data/filters/needs.ts'
import type { GridQuery } from '../lead-data/grid-query.ts'
import { useServices } from '../services/use-services.ts'
import type { useListScreen } from './use-list-screen.ts'

interface NeedsStepProps {
  type: ListTypeId
  screen: Pick<ReturnType<typeof useListScreen>, 'query' | 'change' | 'rows' | 'runs' | 'actions'>
  onAction: (action: LeadAction) => void
}

/** The next step to who needs a service, in a list that is ordered by it: check websites, then only those that do. */
export function NeedsStep({ type, screen, onAction }: NeedsStepProps) {
  const { query, change, rows, runs, actions } = screen
  const wanted = readWhySort(query.sort)
  const services = useServices(typeof wanted === 'number')
  const service = services.find(({ id }) => id === wanted)
  if (typeof wanted !== 'number' || query.page > 1 || neededService(type, query, services)) return null
  if (rows.isPending) return <Pending />
  const leads = rows.data?.data ?? []
  if (!service || runs.length > 0 || leads.length === 0) return null
  const isChecked = leads.some(({ values }) => SIGNAL_IDS.some((id) => values[id] !== undefined))
  const check = actions.find(({ name }) => name === 'check-websites')
  const needy = (leads[0]?.why?.count ?? 0) > 0
  const shown: GridQuery = setNeeds(type, query, service, services)
  return (
    <Group px="md" py="xs" gap="xs" role="status" style={{ borderBottom: 'var(--app-line)' }}>
      {needy && (
        <>
          <Text>Those who need {service.name} most come first.</Text>
          <Button size="compact-sm" onClick={() => change(shown)}>
            Show only those who need it
          </Button>
        </>
      )}
      {!needy && isChecked && <Text>None of the checked leads needs {service.name}.</Text>}
      {!needy && !isChecked && check && (
        <>
          <Text>Check the websites to see who needs {service.name}.</Text>
          <Button size="compact-sm" onClick={() => onAction(check)}>
            {check.label}
          </Button>
        </>
      )}
    </Group>
  )
}
