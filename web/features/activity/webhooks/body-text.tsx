import { readableBody } from './webhook-labels.ts'
import classes from './webhooks.module.css'

/** A body of a request or reply, in lines. */
export function BodyText({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className={classes.label}>{label}</p>
      {text === '' ? (
        <p className={classes.none}>Empty</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        <section className={classes.text} aria-label={label} tabIndex={0} data-own-keys>
          <pre>{readableBody(text)}</pre>
        </section>
      )}
    </div>
  )
}
