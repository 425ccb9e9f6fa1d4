import { TextInput } from '@mantine/core'
import type { ClipboardEvent, ReactNode, Ref } from 'react'
import { CODE_LENGTH, codeDigits, isWholeCode } from '../lib/code-digits.ts'
import classes from './code-input.module.css'

interface CodeInputProps {
  label?: string
  name?: string
  description?: ReactNode
  /** Digits only. */
  value: string
  onChange: (digits: string) => void
  /** Called with the code as soon as its last digit is typed or pasted. */
  onComplete?: (code: string) => void
  error?: ReactNode
  /** Nothing can be typed, as while the code is being checked; the focus stays. */
  readOnly?: boolean
  autoFocus?: boolean
  ref?: Ref<HTMLInputElement>
}

/**
 * A field for the six digits of a mail or an authenticator app. One field, not six: it can be pasted into, filled in
 * by the phone and read out as one thing. Whatever else is pasted with the digits is left out.
 */
export function CodeInput({
  label = 'Code',
  name = 'code',
  value,
  onChange,
  onComplete,
  autoFocus,
  ...rest
}: CodeInputProps) {
  const take = (text: string) => {
    const digits = codeDigits(text)
    onChange(digits)
    if (isWholeCode(digits) && digits !== value) onComplete?.(digits)
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    if (rest.readOnly) return
    const digits = codeDigits(event.clipboardData.getData('text'))
    if (!isWholeCode(digits)) return
    // A whole code replaces what is there, wherever the caret is.
    event.preventDefault()
    take(digits)
  }
  return (
    <TextInput
      {...rest}
      label={label}
      name={name}
      value={value}
      classNames={{ input: classes.input }}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCorrect="off"
      spellCheck={false}
      placeholder={'0'.repeat(CODE_LENGTH)}
      autoFocus={autoFocus}
      data-autofocus={autoFocus || undefined}
      onChange={(event) => take(event.currentTarget.value)}
      onPaste={paste}
    />
  )
}
