import { Button, NumberInput, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { type ReactNode, useId, useState } from 'react'
import { MAX_SEARCH_LIMIT } from '#contract/core/constants.ts'
import type { SearchFormItem } from '#contract/leads/list-types/define.ts'
import { LIST_TYPES } from '#contract/leads/list-types/index.ts'
import { creditPrice } from '#web/lib/credit-prices.ts'
import { formatCredits } from '#web/lib/format.ts'
import classes from './new-search-page.module.css'
import { checkDraft, hasSignals, isOpenEnded, type SearchDraft, setValue } from './search-draft.ts'
import { SearchField } from './search-fields.tsx'

interface SearchFormProps {
  draft: SearchDraft
  onChange: (next: SearchDraft) => void
  errors: Record<string, string>
  /** Show errors of untouched inputs too; set once a start was tried. */
  showAll: boolean
  suggestedName: string
  /** The target list exists and has a name. */
  named: boolean
}

const isUsed = (value: unknown): boolean => value !== false && isFilled(value)

/** Whether a person keeps them open, in this browser. */
const KEPT_OPEN = { key: 'search_more_filters', defaultValue: false, getInitialValueInEffect: false }

/** All filters but the first: open as they were left, and while one of them is used. */
function MoreFilters({ used, children }: { used: number; children: ReactNode }) {
  const [isKept, setKept] = useLocalStorage<boolean>(KEPT_OPEN)
  const [isClosed, setClosed] = useState(false)
  const isOpen = isKept || (used > 0 && !isClosed)
  const id = useId()
  const turn = () => {
    setKept(!isOpen)
    setClosed(isOpen)
  }
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        justify="flex-start"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={turn}
        leftSection={isOpen ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
      >
        {used > 0 ? `More filters (${used})` : 'More filters'}
      </Button>
      <div id={id} hidden={!isOpen} className={classes.extras}>
        {isOpen && children}
      </div>
    </>
  )
}

/** Puts two consecutive half-width inputs on one line. */
function makeLines(items: readonly SearchFormItem[]): SearchFormItem[][] {
  const lines: SearchFormItem[][] = []
  for (const item of items) {
    const last = lines.at(-1)
    if (item.isHalf && last?.length === 1 && last[0]!.isHalf) last.push(item)
    else lines.push([item])
  }
  return lines
}

const isFilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== ''

/** The form of a list type, generated from its declaration, and the inputs of every search. */
export function SearchForm(props: SearchFormProps) {
  const { draft, onChange, errors, showAll, suggestedName, named } = props
  const findError = ({ name }: SearchFormItem): string | undefined =>
    showAll || isFilled(draft.values[name]) ? errors[name] : undefined
  const findPartErrors = ({ name }: SearchFormItem): Record<string, string> =>
    Object.fromEntries(
      Object.entries(errors)
        .filter(([path]) => path.startsWith(`${name}.`))
        .map(([path, sentence]) => [path.slice(name.length + 1), sentence]),
    )
  const renderField = (item: SearchFormItem) => (
    <SearchField
      key={`${draft.type} ${item.name}`}
      item={item}
      value={draft.values[item.name]}
      values={draft.values}
      error={findError(item)}
      partErrors={findPartErrors(item)}
      onChange={(value) => onChange(setValue(draft, item.name, value))}
    />
  )
  const renderLine = (line: SearchFormItem[]) =>
    line.length === 1 ? (
      renderField(line[0]!)
    ) : (
      <SimpleGrid key={line[0]!.name} cols={2} spacing="sm">
        {line.map(renderField)}
      </SimpleGrid>
    )
  const form = LIST_TYPES[draft.type].searchForm
  const extras = form.filter(({ isExtra }) => isExtra)
  return (
    <Stack gap={16}>
      {makeLines(form.filter(({ isExtra, kind }) => !isExtra && kind !== 'source')).map(renderLine)}
      <NumberInput
        label="How many"
        placeholder={isOpenEnded(draft) ? 'All found' : 'All matches'}
        min={1}
        max={MAX_SEARCH_LIMIT}
        thousandSeparator=","
        value={draft.limit ?? ''}
        onChange={(limit) =>
          onChange({ ...draft, limit: typeof limit === 'number' && limit >= 1 ? limit : null })
        }
      />
      {extras.length > 0 && (
        <MoreFilters used={extras.filter((item) => isUsed(draft.values[item.name])).length}>
          {makeLines(extras).map(renderLine)}
        </MoreFilters>
      )}
      {form.filter(({ kind }) => kind === 'source').map(renderField)}
      <Switch
        label="Skip leads I already have"
        description="In a list, exported or sent to a CRM"
        checked={draft.onlyNew}
        onChange={(event) => onChange({ ...draft, onlyNew: event.currentTarget.checked })}
      />
      {hasSignals(draft.type) && (
        <Switch
          label="Check their websites"
          description={`Notes what they lack, such as online booking, once they have arrived${
            creditPrice('website_check') > 0
              ? ` · ${formatCredits(creditPrice('website_check'))} per website`
              : ''
          }`}
          checked={draft.checkWebsites}
          onChange={(event) => onChange({ ...draft, checkWebsites: event.currentTarget.checked })}
        />
      )}
      {/* An empty form has nothing to name. */}
      {!named && (draft.name !== null || checkDraft(draft).ok) && (
        <TextInput
          label="List name"
          maxLength={200}
          value={draft.name ?? suggestedName}
          onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
          onBlur={() => draft.name?.trim() === '' && onChange({ ...draft, name: null })}
        />
      )}
    </Stack>
  )
}
