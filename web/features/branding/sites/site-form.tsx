import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Site, updateSite } from '#contract/branding/site.ts'
import { refreshBrand } from '#web/lib/branding.ts'
import type { FieldErrors } from '#web/lib/form-errors.ts'
import { type ContractForm as Form, useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import type { SiteChange } from './site-values.ts'
import classes from './sites.module.css'

/** A form for some fields of a site that are saved together. */
export const useSiteForm = <V extends object>(
  { account_id }: Site,
  initial: V,
  body: (values: V) => SiteChange,
  check: (values: V) => FieldErrors = () => ({}),
): Form<V> =>
  useContractForm(updateSite, { query: { account_id }, initial, body, check, onSuccess: refreshBrand })

interface SiteFormProps<V extends object> {
  form: Form<V>
  children: ReactNode
  /** Content beside the fields. */
  aside?: ReactNode
  /** Settings that save separately. */
  below?: ReactNode
}

/** Frame of each part of a site's settings. */
export function SiteForm<V extends object>({ form, children, aside, below }: SiteFormProps<V>) {
  return (
    <div className={classes.split}>
      <Box miw={0}>
        <ContractForm
          form={form}
          submitLabel="Save changes"
          onlyChanges
          leaving={{ title: 'Leave without saving?', text: 'Your changes aren’t saved yet.' }}
        >
          {children}
        </ContractForm>
        {below && (
          <Box maw={448} mt="lg" pt={20} style={{ borderTop: 'var(--app-line)' }}>
            {below}
          </Box>
        )}
      </Box>
      {aside}
    </div>
  )
}
