import type { ReactNode } from 'react'
import classes from './copy-box.module.css'
import { CopyButton } from './copy-button.tsx'

interface CopyBoxProps {
  /** What it is, e.g. `API key`. */
  label: string
  /** What is copied. */
  text: string
  /** How it is shown, when not as it is copied (groups, lines). */
  children?: ReactNode
}

/** A text that is taken elsewhere: to read, to select with one click, to copy. */
export function CopyBox({ label, text, children }: CopyBoxProps) {
  return (
    <fieldset className={classes.root}>
      <legend className={classes.label}>{label}</legend>
      <div className={classes.box}>
        <code className={classes.text}>{children ?? text}</code>
        <CopyButton text={text} what={label} />
      </div>
    </fieldset>
  )
}
