import { ActionIcon, Button, type ButtonProps, VisuallyHidden } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import { useEffect, useState } from 'react'
import { copyText } from '../lib/copy-text.ts'
import { showToast } from '../lib/toast.ts'

interface CopyButtonProps {
  text: string
  /** What is copied, for the button's name: `Copy the key`. */
  what: string
  /** Words on the button; `Copy` by default. */
  label?: string
  variant?: ButtonProps['variant']
}

const SHOWN_MS = 2000

/** Copies a text and knows for two seconds that it did. */
export function useCopy(text: () => string) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    const done = await copyText(text())
    setCopied(done)
    if (!done) showToast({ kind: 'error', message: 'Your browser blocked copying. Select the text instead.' })
  }
  return { copied, copy }
}

/** Copies a text and says so on the button for two seconds. */
export function CopyButton({ text, what, label = 'Copy', variant = 'default' }: CopyButtonProps) {
  const { copied, copy } = useCopy(() => text)
  const Icon = copied ? IconCheck : IconCopy
  return (
    <Button
      variant={variant}
      leftSection={<Icon aria-hidden />}
      aria-label={copied ? `Copied: ${what}` : `${label} ${what}`}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{copied ? 'Copied' : label}</span>
    </Button>
  )
}

/** The same as an icon, for a value among others. */
export function CopyIcon({ text, what }: Pick<CopyButtonProps, 'text' | 'what'>) {
  const { copied, copy } = useCopy(() => text)
  const Icon = copied ? IconCheck : IconCopy
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={`Copy ${what}`} onClick={() => void copy()}>
      <Icon size={14} stroke={1.75} aria-hidden />
      <VisuallyHidden aria-live="polite">{copied && 'Copied'}</VisuallyHidden>
    </ActionIcon>
  )
}
