import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Hint } from '#web/ui/hint.tsx'
import classes from './suggest-input.module.css'

/** `hint` is a dimmed second part. */
interface Suggestion<T> {
  key: string
  label: string
  hint?: string
  item: T
}

interface SuggestInputProps<T> {
  label: string
  text: string
  onText: (text: string) => void
  onPick: (item: T) => void
  /** Cache key of the kind of suggestions. */
  source: string
  load: (query: string, signal: AbortSignal) => Promise<Suggestion<T>[]>
  placeholder?: string
  description?: ReactNode
  error?: ReactNode
  maxLength?: number
}

const DEBOUNCE_MS = 150

/** A text field with suggestions; any text is accepted. */
export function SuggestInput<T>(props: SuggestInputProps<T>) {
  const { text, onText, onPick, source, load } = props
  const id = useId()
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [debounced] = useDebouncedValue(text.trim(), DEBOUNCE_MS)
  const open = combobox.dropdownOpened && text.trim() !== ''
  const found = useQuery({
    queryKey: ['suggest', source, debounced],
    queryFn: ({ signal }) => load(debounced, signal),
    placeholderData: keepPreviousData,
    enabled: combobox.dropdownOpened && debounced !== '',
    staleTime: 5 * 60_000,
  })
  const suggestions = found.data ?? []
  return (
    <Combobox
      store={combobox}
      withinPortal
      onOptionSubmit={(key) => {
        const chosen = suggestions.find((suggestion) => suggestion.key === key)
        if (chosen) onPick(chosen.item)
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target>
        <TextInput
          id={id}
          label={props.label}
          placeholder={props.placeholder}
          description={props.description}
          error={props.error}
          maxLength={props.maxLength ?? 200}
          value={text}
          autoComplete="off"
          rightSection={open && found.isFetching ? <Loader size={14} /> : null}
          onFocus={() => combobox.openDropdown()}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onChange={(event) => {
            onText(event.currentTarget.value)
            combobox.openDropdown()
            combobox.updateSelectedOptionIndex()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!open || (suggestions.length === 0 && !found.isSuccess)}>
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label={props.label}>
          {suggestions.map(({ key, label, hint }) => (
            <Combobox.Option key={key} value={key} className={classes.option}>
              <span>{label}</span>
              {hint && (
                <Hint component="span" truncate flex={1} miw={0} ta="end">
                  {hint}
                </Hint>
              )}
            </Combobox.Option>
          ))}
          {suggestions.length === 0 && <Combobox.Empty>No suggestions</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
