import { Button, TextInput } from '@mantine/core'
import type { ImportKind } from '#contract/sources/import-kinds.ts'
import { loadCategories, useCategoryLabel } from '#web/lib/categories.ts'
import type { ContractForm } from '#web/lib/use-contract-form.ts'
import { Notice } from '#web/ui/notice.tsx'
import { SuggestInput } from '#web/ui/suggest-input.tsx'
import classes from './corpus-page.module.css'

/** Facts that apply to all rows of a file. */
interface SourceFacts {
  source: string
  licence: string
  category: string
  country: string
}

interface SourceStepProps {
  form: ContractForm<SourceFacts>
  kind: ImportKind
  /** A column has categories. */
  hasCategories: boolean
  suggested: { id: string; label: string } | null
}

/** Says that places have no category, and offers one. */
function CategoryNotice({ form, hasCategories, suggested }: SourceStepProps) {
  if (form.values.category !== '' || (hasCategories && !suggested)) return null
  return (
    <Notice tone="warning">
      {hasCategories
        ? 'No category of the first rows is known. Without a default category, places are found by keywords only.'
        : 'No column has the category. Without a default category, places are found by keywords only.'}
      {suggested && (
        <Button mt="xs" variant="default" onClick={() => form.set({ category: suggested.id })}>
          {`Use ${suggested.label}`}
        </Button>
      )}
    </Notice>
  )
}

/** Fields for source name and license, and default values of rows. */
export function SourceStep({ form, kind, hasCategories, suggested }: SourceStepProps) {
  const { category } = form.values
  const label = useCategoryLabel(category)
  return (
    <form {...form.props} className={classes.fields}>
      <TextInput
        {...form.field('source')}
        label="Source"
        description="Importing the same source again updates its rows"
        required
        maxLength={100}
      />
      <TextInput
        {...form.field('licence')}
        label="License"
        description="Shown with every value that comes from it"
        placeholder="e.g. ODbL 1.0"
        required
        maxLength={200}
      />
      {kind === 'places' && (
        <SuggestInput
          label="Default category"
          description="Leave empty for none"
          text={label ?? category}
          error={form.errors.category}
          maxLength={100}
          source="categories"
          load={loadCategories}
          onText={(text) => form.set({ category: text })}
          onPick={(id) => form.set({ category: id })}
        />
      )}
      <TextInput
        {...form.field('country')}
        label="Default country"
        description="Name or two-letter code"
        maxLength={100}
      />
      {kind === 'places' && (
        <CategoryNotice form={form} kind={kind} hasCategories={hasCategories} suggested={suggested} />
      )}
    </form>
  )
}
