import type { ReactNode } from 'react'
import { Hint } from './hint.tsx'
import classes from './part.module.css'

interface PartProps {
  title: string
  hint?: ReactNode
  children: ReactNode
}

/** A section of a page or form with a heading and a line above it. */
export function Part({ title, hint, children }: PartProps) {
  return (
    <section className={classes.part} aria-label={title}>
      <div>
        <h2>{title}</h2>
        {hint && <Hint>{hint}</Hint>}
      </div>
      {children}
    </section>
  )
}
