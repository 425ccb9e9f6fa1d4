import { TextInput } from '@mantine/core'
import { loadCategories, useCategoryLabel } from '#web/lib/categories.ts'
import { SuggestInput } from '#web/ui/suggest-input.tsx'
import classes from './corpus-page.module.css'

/** Where the rows come from, and what holds for all of them. */
export interface SourceFacts {
  source: string
  licence: string
  category: string
  country: string
}

interface SourceStepProps {
  facts: SourceFacts
  onChange: (facts: SourceFacts) => void
  errors: Record<string, string>
}

/** Names the source and its licence, and the values of rows that have none of their own. */
export function SourceStep({ facts, onChange, errors }: SourceStepProps) {
  const category = useCategoryLabel(facts.category)
  const set = (change: Partial<SourceFacts>) => onChange({ ...facts, ...change })
  return (
    <div className={classes.fields}>
      <TextInput
        label="Source"
        description="Importing the same source again updates its rows"
        required
        maxLength={100}
        value={facts.source}
        error={errors.source}
        onChange={(event) => set({ source: event.currentTarget.value })}
      />
      <TextInput
        label="Licence"
        description="Shown with every value that comes from it"
        placeholder="e.g. ODbL 1.0"
        required
        maxLength={200}
        value={facts.licence}
        error={errors.licence}
        onChange={(event) => set({ licence: event.currentTarget.value })}
      />
      <SuggestInput
        label="Category of rows without one"
        description="Leave empty to keep them without"
        text={category ?? facts.category}
        error={errors.category}
        maxLength={100}
        source="categories"
        load={loadCategories}
        onText={(text) => set({ category: text })}
        onPick={(id) => set({ category: id })}
      />
      <TextInput
        label="Country of rows without one"
        description="Name or two-letter code"
        maxLength={100}
        value={facts.country}
        error={errors.country}
        onChange={(event) => set({ country: event.currentTarget.value })}
      />
    </div>
  )
}
