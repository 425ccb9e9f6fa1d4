import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Card } from '#web/ui/card.tsx'

interface PanelProps {
  title: string
  children: ReactNode
  /** Takes the focus when it appears, in place of what was used. */
  focus?: boolean
}

/** A framed part of a settings page with its own heading. */
export function Panel({ title, children, focus = false }: PanelProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focus) heading.current?.focus()
  }, [focus])
  return (
    <Card component="section" aria-labelledby={id}>
      <h3 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h3>
      {children}
    </Card>
  )
}
