import { useId } from 'react'
import type { SiteSettings } from '#contract/branding/sites.ts'
import checkbox from '#web/ui/plain-checkbox.module.css'
import classes from './auth.module.css'

interface TermsCheckboxProps {
  terms: NonNullable<SiteSettings['terms']>
  error?: string
}

/** Accepts the site's terms by version. They open in a new tab, so that no input is lost. */
export function TermsCheckbox({ terms, error }: TermsCheckboxProps) {
  const id = useId()
  return (
    <div className={classes.terms}>
      <input
        type="checkbox"
        className={checkbox.box}
        id={id}
        name="accept_terms"
        value={terms.version}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      <div>
        <label htmlFor={id}>
          I accept the{' '}
          <a href="/terms" target="_blank" rel="noopener" className={classes.link}>
            {terms.title}
          </a>
        </label>
        {error && (
          <p id={`${id}-error`} className={classes.wrong}>
            {error}
          </p>
        )}
      </div>
    </div>
  )
}
