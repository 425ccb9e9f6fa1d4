import { UnstyledButton } from '@mantine/core'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import type { ReactNode } from 'react'

interface FoldButtonProps {
  open: boolean
  onToggle: () => void
  /** Id of what it shows and hides. */
  controls: string
  children: ReactNode
}

/** Shows or hides what is below it. */
export function FoldButton({ open, onToggle, controls, children }: FoldButtonProps) {
  return (
    <UnstyledButton
      display="inline-flex"
      mih={24}
      pe={6}
      bdrs="sm"
      className="hoverable numeric"
      style={{ alignItems: 'center', gap: 4 }}
      aria-expanded={open}
      aria-controls={controls}
      onClick={onToggle}
    >
      <IconChevronRight size={14} stroke={1.75} aria-hidden style={{ rotate: open ? '90deg' : undefined }} />
      {children}
    </UnstyledButton>
  )
}
