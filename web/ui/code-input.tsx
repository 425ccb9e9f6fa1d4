import { TextInput } from '@mantine/core'
import type { ClipboardEvent, ReactNode, Ref } from 'react'
import { CODE_LENGTH, codeDigits, isWholeCode } from '../lib/code-digits.ts'
import classes from './code-input.module.css'

interface CodeInputProps {
  label?: string
  name?: string
  description?: ReactNode
  value: string
  onChange: (digits: string) => void
  /** Called as soon as the last digit is typed or pasted. */
  onComplete?: (code: string) => void
  error?: ReactNode
  /** While the code is checked: nothing can be typed, but the field keeps the focus. */
  readOnly?: boolean
  autoFocus?: boolean
  ref?: Ref<HTMLInputElement>
}

/**
 * Six digits from an email or an authenticator app. It is one field, so that codes can be pasted, autofilled
 * and read out as one; anything but digits is ignored.
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
    // A whole code replaces the value, wherever the caret is.
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
