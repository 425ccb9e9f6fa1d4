import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useEffect, useRef, useState } from 'react'
import { FILTER_DEBOUNCE_MS } from '#contract/core/constants.ts'

interface SearchFieldProps {
  label: string
  value: string
  /** Called 300 ms after the last keystroke. */
  onChange: (value: string) => void
  className?: string
  /** 200 by default. */
  maxLength?: number
}

/** A search field; `/` focuses it. */
export function SearchField({ label, value, onChange, className, maxLength = 200 }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  // A search from elsewhere (the back button) replaces the text; our own typing is ahead of `value`.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  const send = useDebouncedCallback((next: string) => {
    sent.current = next
    onChange(next)
  }, FILTER_DEBOUNCE_MS)
  return (
    <TextInput
      size="xs"
      className={className}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
      value={text}
      maxLength={maxLength}
      data-search-focus
      onChange={(event) => {
        setText(event.currentTarget.value)
        send(event.currentTarget.value)
      }}
    />
  )
}
