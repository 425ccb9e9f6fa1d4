import { NumberInput, Switch, TextInput } from '@mantine/core'
import { MAX_SEARCH_LIMIT } from '#contract/constants.ts'
import type { SearchFormItem } from '#contract/list-types/define.ts'
import { LIST_TYPES } from '#contract/list-types/index.ts'
import { withLabel } from '#web/lib/named-errors.ts'
import classes from './new-search-page.module.css'
import { isOpenEnded, type SearchDraft, setValue } from './search-draft.ts'
import { SearchField } from './search-fields.tsx'

interface SearchFormProps {
  draft: SearchDraft
  onChange: (next: SearchDraft) => void
  errors: Record<string, string>
  /** Errors of inputs nobody has filled yet are kept back until a start was tried. */
  showAll: boolean
  suggestedName: string
  /** The search goes into an existing list, which has its name. */
  named: boolean
}

const isFilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== ''

/** The form of a list type, drawn from its declaration, and what every search has. */
export function SearchForm(props: SearchFormProps) {
  const { draft, onChange, errors, showAll, suggestedName, named } = props
  const errorOf = ({ name, label }: SearchFormItem): string | undefined => {
    const sentence = showAll || isFilled(draft.values[name]) ? errors[name] : undefined
    return sentence && withLabel(sentence, label)
  }
  return (
    <div className={classes.fields}>
      {LIST_TYPES[draft.type].searchForm.map((item) => (
        <SearchField
          key={`${draft.type} ${item.name}`}
          item={item}
          value={draft.values[item.name]}
          values={draft.values}
          error={errorOf(item)}
          onChange={(value) => onChange(setValue(draft, item.name, value))}
        />
      ))}
      <NumberInput
        label="How many"
        placeholder={isOpenEnded(draft) ? 'All that are found' : 'All that match'}
        min={1}
        max={MAX_SEARCH_LIMIT}
        allowDecimal={false}
        thousandSeparator=","
        value={draft.limit ?? ''}
        onChange={(limit) =>
          onChange({ ...draft, limit: typeof limit === 'number' && limit >= 1 ? limit : null })
        }
      />
      <Switch
        label="Skip leads I already have"
        description="In one of your lists, or exported before"
        checked={draft.onlyNew}
        onChange={(event) => onChange({ ...draft, onlyNew: event.currentTarget.checked })}
      />
      {!named && (
        <TextInput
          label="List name"
          maxLength={200}
          value={draft.name ?? suggestedName}
          onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
          onBlur={() => draft.name?.trim() === '' && onChange({ ...draft, name: null })}
        />
      )}
    </div>
  )
}
