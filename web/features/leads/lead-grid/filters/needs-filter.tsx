import type { Service } from '#contract/leads/services.ts'
import { WHY_FIELD } from '#contract/leads/signals.ts'
import { Hint } from '#web/ui/hint.tsx'
import { AnchorLink } from '../../../../ui/links.tsx'
import { neededService, setNeeds } from '../../lead-data/filters/needs.ts'
import { isShown, moveColumnTo, toggleColumn } from '../../lead-data/grid-columns.ts'
import type { GridQuery } from '../../lead-data/grid-query.ts'
import { editColumns } from '../../lead-data/use-grid-columns.ts'
import { ChoiceList } from './radio-choices.tsx'

interface NeedsFilterProps {
  query: GridQuery
  onChange: (next: GridQuery) => void
  services: readonly Service[]
}

/** Shows why, beside the name. */
const showWhy = () =>
  editColumns('local', (columns) =>
    isShown(columns, WHY_FIELD.name)
      ? columns
      : moveColumnTo(toggleColumn(columns, WHY_FIELD.name), WHY_FIELD.name, 1),
  )

/** Leads that need one of the account’s services. */
export function NeedsFilter({ query, onChange, services }: NeedsFilterProps) {
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
      value={neededService(query, services)?.id ?? 0}
      onChange={(id) => {
        const service = services.find((known) => known.id === id) ?? null
        if (service) showWhy()
        onChange(setNeeds(query, service, services))
      }}
    />
  )
}
