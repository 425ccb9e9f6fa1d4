import { formatDay } from '../../../lib/format.ts'
import classes from './terms.module.css'

interface TermsTextProps {
  terms: { version: number; body: string; published_at: string }
}

/** Version, date and text of terms. The text is plain, with blank lines between paragraphs. */
export function TermsText({ terms }: TermsTextProps) {
  const paragraphs = terms.body.split(/\r?\n[^\S\n]*\r?\n+/).filter((text) => text.trim())
  return (
    <>
      <p className={classes.facts}>
        Version {terms.version} · <time dateTime={terms.published_at}>{formatDay(terms.published_at)}</time>
      </p>
      {paragraphs.map((text, index) => (
        // The text never changes while it is shown.
        // biome-ignore lint/suspicious/noArrayIndexKey: fixed list
        <p key={index} className={classes.paragraph}>
          {text.trim()}
        </p>
      ))}
    </>
  )
}

const WIDTHS = ['92%', '100%', '96%', '61%', '98%', '94%', '100%', '38%']

/** Skeleton of the text. */
export function TermsSkeleton() {
  return (
    <div role="status" aria-label="Loading the terms" className={classes.bones}>
      {WIDTHS.map((width) => (
        <div key={width + WIDTHS.indexOf(width)} className={classes.bone} style={{ width }} />
      ))}
    </div>
  )
}
