import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { Service } from '#contract/leads/services.ts'
import { WHY_FIELD } from '#contract/leads/signals.ts'
import { Hint } from '#web/ui/hint.tsx'
import { AnchorLink } from '../../../../ui/links.tsx'
import { neededService, setNeeds } from '../../lead-data/filters/needs.ts'
import { showBeside } from '../../lead-data/grid-columns.ts'
import type { GridQuery } from '../../lead-data/grid-query.ts'
import { editColumns } from '../../lead-data/use-grid-columns.ts'
import { ChoiceList } from './radio-choices.tsx'

interface NeedsFilterProps {
  type: ListTypeId
  query: GridQuery
  onChange: (next: GridQuery) => void
  services: readonly Service[]
}

/** Leads that need one of the account’s services. */
export function NeedsFilter({ type, query, onChange, services }: NeedsFilterProps) {
  if (services.length === 0)
    return (
      <Hint>
        <AnchorLink to="/lead-search/services">Add a service</AnchorLink> to see who needs it.
      </Hint>
    )
  return (
    <ChoiceList
      label="Needs"
      choices={[{ value: 0, label: 'All' }, ...services.map(({ id, name }) => ({ value: id, label: name }))]}
      value={neededService(type, query, services)?.id ?? 0}
      onChange={(id) => {
        const service = services.find((known) => known.id === id) ?? null
        if (service) editColumns(type, (columns) => showBeside(columns, WHY_FIELD.name))
        onChange(setNeeds(type, query, service, services))
      }}
    />
  )
}
