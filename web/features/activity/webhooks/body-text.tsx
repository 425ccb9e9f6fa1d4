import { Text } from '@mantine/core'
import { readableBody } from './webhook-labels.ts'
import classes from './webhooks.module.css'

/** A body of a request or reply, in lines. */
export function BodyText({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <Text mb={4} fz="sm" fw={500}>
        {label}
      </Text>
      {text === '' ? (
        <Text c="dimmed">Empty</Text>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        <section className={classes.text} aria-label={label} tabIndex={0} data-own-keys>
          <pre>{readableBody(text)}</pre>
        </section>
      )}
    </div>
  )
}
